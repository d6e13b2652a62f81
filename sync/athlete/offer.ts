import { DAY_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'

const PRICE = { leastCents: 500, mostCents: 20_000, stepCents: 100 } as const

/** A pause that ends by itself ends within a year. */
export const LONGEST_PAUSE_MS = 366 * DAY_MS

/** What a question may cost, in cents: free, or $5 to $200 in 196 steps of $1 (S2-9.9, D21). */
export function priceOptions(): number[] {
  const { leastCents, mostCents, stepCents } = PRICE
  const count = (mostCents - leastCents) / stepCents + 1
  return [0, ...Array.from({ length: count }, (_, step) => leastCents + step * stepCents)]
}

/** Whether an athlete may ask this much (S2-9.9, D21). */
export function isPrice(cents: number): boolean {
  const { leastCents, mostCents, stepCents } = PRICE
  return cents === 0 || (cents >= leastCents && cents <= mostCents && cents % stepCents === 0)
}

/** Requests are paused: until a moment, or until the athlete says so (D82). */
export type Pause = { until: Moment | null }

/** The pause as it is at a moment: one whose time has come is over. */
export function pauseAt(pause: Pause | null, now: Moment): Pause | null {
  return pause?.until != null && pause.until <= now ? null : pause
}
