import type { ByHandReason } from '../../../sync/payment/payout.ts'
import { payoutRoute } from '../../../sync/payment/payout-account.ts'
import type { Tx } from '../../db/sql.ts'
import { accountOf } from '../connect/store.ts'
import { areDepositsWaiting } from './redirect.ts'

export type Way = { accountId: string; why?: undefined } | { accountId?: undefined; why: ByHandReason }

/**
 * Returns how an athlete is paid; null while nothing may be paid, or while a change of their set-up at the provider
 * waits.
 */
export async function wayTo(tx: Tx, personId: string): Promise<Way | null> {
  const [person] = await tx<{ handle: string | null; countryCode: string | null }[]>`
    select payout_handle as handle, country_code as "countryCode" from person where id = ${personId}`
  if (person?.handle) return { why: 'chosen' }
  if (await areDepositsWaiting(tx, personId)) return null
  const account = await accountOf(tx, personId)
  if (account?.state === 'ready' && account.accountId) return { accountId: account.accountId }
  if (account?.state === 'restricted' || account?.state === 'disconnected') return null
  const isElsewhere = account?.state === 'refused' || payoutRoute(person?.countryCode ?? '') === 'manual'
  return { why: isElsewhere ? 'country' : 'no-account' }
}
