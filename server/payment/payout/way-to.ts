import type { ByHandReason } from '../../../sync/payment/payout.ts'
import { payoutSetup } from '../../../sync/payment/payout-account.ts'
import type { Tx } from '../../db/sql.ts'
import { accountOf } from '../connect/store.ts'
import { areDepositsWaiting } from './redirect.ts'
import { isIdle } from './store.ts'

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
  // The same rule tells athletes on their page how they are paid.
  const { state } = payoutSetup(person?.countryCode ?? '', account?.state ?? null)
  if (state === 'restricted' || state === 'disconnected') return null
  return { why: state === 'refused' || state === 'manual' ? 'country' : 'no-account' }
}

/** Lets an athlete's idle transfers go this way. The caller holds the athlete's payout lock. */
export async function redirectIdle(tx: Tx, personId: string, way: Way): Promise<void> {
  const { accountId = null, why = null } = way
  await tx`
    update payout set way = ${accountId ? 'transfer' : 'manual'}, why = ${why}, account_id = ${accountId}
    where person_id = ${personId} and payee is null and ${isIdle(tx)}`
}
