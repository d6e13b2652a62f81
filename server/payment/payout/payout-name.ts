import { createHash } from 'node:crypto'
import { uuidFromBytes } from '../../../sync/id.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Moment } from '../../../sync/moment.ts'
import { duePeriods } from '../../../sync/payment/payout.ts'

/** What the nth payout of somebody who was erased is named by. */
export const lastName = (nth: number) => `last ${nth}`

/** Whether it is one of somebody's last payouts: there is nobody to tell. */
export const isLastName = (name: string) => name.startsWith('last ')

/** The same again, from whichever backup the server was restored: the provider knows a transfer by it. */
export function payoutIdOf(personId: string, name: string): string {
  return uuidFromBytes(createHash('sha256').update(`${personId} ${name}`).digest().subarray(0, 16))
}

/** Longer than the provider's balance is compared. */
const LATELY_DAYS = 35
const MOST_LAST = 20

/** Which name a payout has that was ordered lately, found by its id; null where it is none of this person's. */
export function payoutNameOf(personId: string, payoutId: string, now: Moment): string | null {
  const periods = Array.from({ length: LATELY_DAYS }, (_, day) => duePeriods(now - day * DAY_MS)).flat()
  const lasts = Array.from({ length: MOST_LAST }, (_, before) => lastName(before + 1))
  const names = [...periods.map(({ name }) => name), ...lasts]
  return names.find((name) => payoutIdOf(personId, name) === payoutId) ?? null
}
