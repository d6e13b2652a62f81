import type { PayAgainAnswer } from '../../../sync/calls.ts'
import { PAY_AGAIN_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Shown } from '../../http/proof.ts'
import { enqueueMail, tellAdmins } from '../../notify/enqueue.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { mayTryCards, rememberOpener } from '../card-trials.ts'
import { activeHold } from '../find-hold.ts'
import { ensureIntent, openHold, refreshHold } from '../hold.ts'
import { releaseHold } from '../release.ts'
import type { Hold } from '../store.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'

/**
 * Handles an answer whose payment could not be taken (D33). The answer stays hidden, the fan gets one link to pay
 * again within 72 hours, and admins are told once. A card that fails within that time is told in another mail; the
 * deadline stays. Returns whether that time is still running. When it is over, an open hold is released, and the
 * caller closes the question as lapsed.
 */
export async function awaitPayment(work: TxContext, questionId: string, hold: Hold | null): Promise<boolean> {
  const { tx, now } = work
  const [begun] = await tx`
    update question set pay_again_until = ${new Date(now.getTime() + PAY_AGAIN_MS)}, updated_at = app_now()
    where id = ${questionId} and pay_again_until is null returning id`
  if (begun) {
    await enqueueMail(work, { kind: 'pay-again', questionId })
    await tellAdmins(work, { kind: 'capture-failed', questionId })
    return true
  }
  const [waits] = await tx`select from question where id = ${questionId} and pay_again_until > app_now()`
  if (waits) {
    await tellFailedAgain(work, questionId)
    return true
  }
  if (hold?.state === 'pending') await releaseHold(work, hold.id, 'not-paid-again')
  return false
}

/** Mails the fan about each hold that lapsed after the first mail, once per hold, because they believe it is paid. */
async function tellFailedAgain(work: TxContext, questionId: string): Promise<void> {
  const failed = await work.tx<{ id: string }[]>`
    select h.id from hold h join question q on q.id = h.ask_id
    where q.id = ${questionId} and h.state = 'lapsed'
      and h.created_at >= q.pay_again_until - ${`${PAY_AGAIN_MS} milliseconds`}::interval
      and not exists (select from mail m
        where m.question_id = q.id and m.kind = 'pay-again' and m.data ->> 'holdId' = h.id::text)
    order by h.attempt`
  for (const { id: holdId } of failed)
    await enqueueMail(work, { kind: 'pay-again', questionId, data: { holdId } })
}

type Owed = { id: string; amountCents: number; principal: string }

/** Returns the question behind a link that waits to be paid again, locked. */
async function lockOwed({ tx }: TxContext, token: string): Promise<Owed | null> {
  const [owed] = await tx<Owed[]>`
    select q.id, q.amount_cents as "amountCents", (
      select principal from hold h where h.ask_id = q.id order by attempt desc limit 1) as principal
    from question q where q.link_hash = ${linkHash(token)} and q.status = 'approved' and q.pay_again_until > app_now()
      and exists (select from answer a where a.question_id = q.id and a.state = 'stored') for update of q`
  return owed ?? null
}

/**
 * Returns the hold for paying again, and opens a new one if the last one lapsed. Refuses `hold-gone` when the time
 * is over, `not-allowed`, and `too-many-requests`.
 */
async function openAgain(work: TxContext, shown: Shown, token: string): Promise<Result<Hold['id']>> {
  if (!can(shown.caller, 'give-tip')) return refuse('not-allowed')
  const owed = await lockOwed(work, token)
  if (!owed) return refuse('hold-gone')
  const active = await activeHold(work.tx, owed.id)
  if (active) return done(active.id)
  const trusted = await mayTryCards(work.context, work.tx, shown)
  if (!trusted.ok) return trusted
  const { id: askId, principal, amountCents } = owed
  return done(await openHold(work, { askId, principal, amountCents }))
}

/**
 * `/pay-again`: returns what the card form needs to pay for an answer behind a private link. Called again after the
 * card was confirmed, it returns that the answer is paid. The amount is always the question's. Refuses
 * `not-allowed`, `hold-gone`, `too-many-requests`, `payments-unreachable`.
 */
export async function payAgain(
  context: Context,
  shown: Shown,
  token: string,
): Promise<Result<PayAgainAnswer>> {
  const opened = await transactOrRefuse(context, (inside) => openAgain(inside, shown, token))
  if (!opened.ok) return opened
  await rememberOpener(context, opened.value, shown)
  try {
    const state = await refreshHold(context, opened.value)
    if (state !== 'pending')
      return done({ isPaid: ['held', 'capturing', 'captured'].includes(state), clientSecret: null })
  } catch (error) {
    if (!(error instanceof PaymentsUnreachable)) throw error
    return refuse('payments-unreachable')
  }
  const made = await ensureIntent(context, opened.value)
  return made.ok ? done({ isPaid: false, clientSecret: made.value.clientSecret }) : made
}
