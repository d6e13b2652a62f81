/** The unit of the numbers of a chart. The axis ends at a number that is usual for the unit. */
export type Measure = 'count' | 'cents' | 'milliseconds'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Half of each is a number that is easy to read too. */
const ROUND = [2, 4, 6, 10]
const TIMES = [
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
  48 * HOUR,
  72 * HOUR,
]

/** Returns the end of an axis: the first round number that is at least as high as the highest value. */
export function topOf(highest: number, measure: Measure): number {
  if (measure === 'milliseconds') {
    const day = 24 * HOUR
    return TIMES.find((time) => time >= highest) ?? Math.ceil(highest / (2 * day)) * 2 * day
  }
  const unit = measure === 'cents' ? 100 : 1
  for (let power = unit; ; power *= 10) {
    const found = ROUND.find((each) => each * power >= highest)
    if (found !== undefined) return found * power
  }
}

/** Returns where each of the stacked values begins and ends. Values below zero stack downwards. */
export function stack(values: readonly (number | null)[]): { from: number; to: number }[] {
  let [above, below] = [0, 0]
  return values.map((each) => {
    const value = each ?? 0
    const from = value < 0 ? below : above
    if (value < 0) below += value
    else above += value
    return { from, to: from + value }
  })
}

/** Returns how far the axis of a chart goes up and down. */
export function rangeOf(columns: readonly (readonly (number | null)[])[], measure: Measure) {
  const ends = columns.flatMap((values) => stack(values).map(({ to }) => to))
  const lowest = Math.min(0, ...ends)
  const top = topOf(Math.max(0, ...ends), measure)
  if (lowest === 0) return { top, bottom: 0 }
  const bottom = topOf(-lowest, measure)
  // The numbers beside the axis need room on both sides of zero.
  return { top: Math.max(top, bottom / 4), bottom: -Math.max(bottom, top / 4) }
}
