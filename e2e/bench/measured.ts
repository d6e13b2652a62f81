/** One figure with the value of every run; server/testing/bench has the same type. */
export type Measured = {
  figure: string
  unit: string
  ours: number[]
  /** What the same work costs without the product, on this machine in the same run; empty where nothing compares. */
  floor: number[]
  /** A short description of the floor. */
  against: string
  /** The limits, for the ratio of ours to the floor or for ours alone. */
  bar?: { of: 'ratio' | 'ours'; least?: number; most?: number }
}

/** A figure's medians, and whether it held its bar. */
export type Result = {
  figure: string
  unit: string
  ours: number
  /** Null if the figure has no floor. */
  floor: number | null
  against: string
  /** Ours divided by the floor. */
  ratio: number | null
  bar: Measured['bar'] | null
  /** Null if the figure has no bar. */
  isHeld: boolean | null
}

/** A result as docs/figures.json keeps it. */
export type Kept = Result & {
  /** The day of the run, and the machine's five-minute load average at that time. */
  day: string
  load: number
}

/** Returns the middle value, or NaN for an empty list. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Returns the medians of a figure's runs, and whether they hold its bar. */
export function resultOf({ figure, unit, ours, floor, against, bar }: Measured): Result {
  const value = median(ours)
  const least = floor.length > 0 ? median(floor) : null
  const ratio = least === null ? null : value / least
  const judged = bar?.of === 'ratio' ? (ratio ?? Number.NaN) : value
  const isHeld = bar ? judged >= (bar.least ?? -Infinity) && judged <= (bar.most ?? Infinity) : null
  return { figure, unit, ours: value, floor: least, against, ratio, bar: bar ?? null, isHeld }
}
