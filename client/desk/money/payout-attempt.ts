import type { DeskPayout } from '../../../sync/payment/payout.ts'
import { formatMoney } from '../../text/format-money.ts'

/** The arguments that say which attempt to pay by hand an admin saw; a server of before tells no moment. */
export const attemptOf = ({ begunAt }: DeskPayout): { begunAt?: number } => (begunAt ? { begunAt } : {})

/** The key under which the device keeps the reference of one attempt, so that no other attempt is given it. */
export const referenceKey = ({ id, begunAt }: Pick<DeskPayout, 'id' | 'begunAt'>): string =>
  [referencesOf(id), ...(begunAt ? [begunAt] : [])].join(' ')

/** How the keys of the references begin that the device keeps, of one payout or of all. */
export const referencesOf = (id = ''): string => `desk-reference ${id}`

/** What the refusal means where the admin saw an earlier attempt. */
export const BEGUN_AGAIN = {
  'payout-changed':
    'Nothing was recorded: an admin has said that this was not paid, and it was begun again since. If you have paid it, tell them now, before it is paid twice.',
}

const WENT = 'went back to fans or is in dispute'

/** Says how much of a payout that was not paid waits to be paid again; a server of before does not tell it. */
export const leftWords =
  (amountCents: number) =>
  ({ leftCents = amountCents }: { leftCents?: unknown }): string => {
    if (leftCents === 0) return `Nothing is left of it: all of it ${WENT}.`
    if (typeof leftCents !== 'number' || leftCents >= amountCents) return 'It waits to be paid again.'
    return `${formatMoney(leftCents, 'full')} of it waits to be paid again. The rest ${WENT}.`
  }
