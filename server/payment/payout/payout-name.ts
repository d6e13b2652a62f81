import { createHash } from 'node:crypto'
import { uuidFromBytes } from '../../../sync/id.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Moment } from '../../../sync/moment.ts'
import { duePeriods } from '../../../sync/payment/payout.ts'

/** Returns the name of an erased athlete's nth payout. */
export const lastName = (nth: number) => `last ${nth}`

/** Returns whether a payout is one of an erased athlete's, so that nobody needs to be told. */
export const isLastName = (name: string) => name.startsWith('last ')

/**
 * Derives a payout's id, which is the same from whichever backup the server was restored. The provider knows the
 * transfer by it.
 */
export function payoutIdOf(personId: string, name: string): string {
  return uuidFromBytes(createHash('sha256').update(`${personId} ${name}`).digest().subarray(0, 16))
}

/** Longer than the time for which the provider's balance is compared. */
const LATELY_DAYS = 35
const MOST_LAST = 20

/** Returns the name of a recent payout by its id; null when the id is not one of this person's recent payouts. */
export function payoutNameOf(personId: string, payoutId: string, now: Moment): string | null {
  const periods = Array.from({ length: LATELY_DAYS }, (_, day) => duePeriods(now - day * DAY_MS)).flat()
  const lasts = Array.from({ length: MOST_LAST }, (_, before) => lastName(before + 1))
  const names = [...periods.map(({ name }) => name), ...lasts]
  return names.find((name) => payoutIdOf(personId, name) === payoutId) ?? null
}
