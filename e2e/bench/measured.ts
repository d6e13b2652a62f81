/** One figure as it was taken, run by run; as server/testing/bench has it too. */
export type Measured = {
  figure: string
  unit: string
  ours: number[]
  /** What the same machine does without us, in the same run; empty where there is no such thing. */
  floor: number[]
  /** What the floor is, in a few words. */
  against: string
  /** Of ours over the floor, or of ours alone. */
  bar?: { of: 'ratio' | 'ours'; least?: number; most?: number }
}

/** A figure's medians, and how it stands to its bar. */
export type Result = {
  figure: string
  unit: string
  ours: number
  /** Null where nothing on this machine does the same without us. */
  floor: number | null
  against: string
  /** Ours over the floor. */
  ratio: number | null
  bar: Measured['bar'] | null
  /** Null where there is no bar. */
  isHeld: boolean | null
}

/** A result as the documentation keeps it. */
export type Kept = Result & {
  /** The day it was taken, and the load of the machine over five minutes then. */
  day: string
  load: number
}

/** The middle value; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What one taking of a figure comes to. */
export function resultOf({ figure, unit, ours, floor, against, bar }: Measured): Result {
  const value = median(ours)
  const least = floor.length > 0 ? median(floor) : null
  const ratio = least === null ? null : value / least
  const judged = bar?.of === 'ratio' ? (ratio ?? Number.NaN) : value
  const isHeld = bar ? judged >= (bar.least ?? -Infinity) && judged <= (bar.most ?? Infinity) : null
  return { figure, unit, ours: value, floor: least, against, ratio, bar: bar ?? null, isHeld }
}
