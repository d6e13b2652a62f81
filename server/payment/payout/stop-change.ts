import type { StoppedChange } from '../../../sync/payment/payout-account.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'
import { endWaiting, type Waiting } from './redirect.ts'
import { wayTo } from './way-to.ts'

/**
 * Stops a change by the link in its mail, without signing in. A change of direct deposits also disconnects the
 * account, because somebody else may have named their bank account there: nothing is paid to it until the athlete
 * connects again. Refuses `link-spent` when the change is no longer waiting.
 */
export async function stopChange({ tx, context }: TxContext, token: string): Promise<Result<StoppedChange>> {
  const [change] = await tx<Waiting[]>`
    select person_id as "personId", kind from payout_change where stop_hash = ${linkHash(token)}`
  if (!change || !(await endWaiting(tx, change, 'stopped'))) return refuse('link-spent')
  const { personId, kind } = change
  context.log.warn({ personId, kind }, 'payments: a change of payouts was stopped')
  if (kind === 'handle') return done({ payouts: 'unchanged' })
  await tx`
    update payout_account set state = 'disconnected', updated_at = app_now()
    where person_id = ${personId} and state in ('unfinished', 'ready', 'restricted')`
  return done({ payouts: (await wayTo(tx, personId)) ? 'by-hand' : 'stopped' })
}
