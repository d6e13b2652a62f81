import { DAY_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'

const PRICE = { leastCents: 500, mostCents: 20_000, stepCents: 100 } as const

/** How many milliseconds ahead a return date of a pause may lie at most: a year. */
export const LONGEST_PAUSE_MS = 366 * DAY_MS

/** Returns the prices a question may have, in cents: free, or $5 to $200 in 196 steps of $1 (S2-9.9, D21). */
export function priceOptions(): number[] {
  const { leastCents, mostCents, stepCents } = PRICE
  const count = (mostCents - leastCents) / stepCents + 1
  return [0, ...Array.from({ length: count }, (_, step) => leastCents + step * stepCents)]
}

/** Checks whether an athlete may charge this price (S2-9.9, D21). */
export function isPrice(cents: number): boolean {
  const { leastCents, mostCents, stepCents } = PRICE
  return cents === 0 || (cents >= leastCents && cents <= mostCents && cents % stepCents === 0)
}

/** A pause of an athlete's requests, until a moment or until the athlete ends it (D82). */
export type Pause = { until: Moment | null }

/** Returns the pause as it is at a moment: null once its return date has passed. */
export function pauseAt(pause: Pause | null, now: Moment): Pause | null {
  return pause?.until != null && pause.until <= now ? null : pause
}
