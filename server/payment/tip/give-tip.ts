import {
  checkTip,
  OPEN_TIPS,
  type OpenTipAnswer,
  type OpenTipCall,
  type TipState,
  type TipStatusAnswer,
} from '../../../sync/payment/tip.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { checkProof, type Shown } from '../../http/proof.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { admitPayment, rememberOpener } from '../card-trials.ts'
import { isOwnQuestion } from '../oneself.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { ensureMade } from '../operation/run.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { moveTip, refreshTip } from './apply-tip.ts'
import { lockTip, type Tip, tipById } from './store.ts'

/**
 * Opens a tip for the answer behind a private link and orders its PaymentIntent; nothing is charged before a card
 * is confirmed (S2-4.29). The device makes the id, so repeating the call with it is the same tip. The money always
 * goes to the question's athlete (D107). Refuses `not-allowed`, `not-found`, `not-answered`,
 * `amount-below-minimum`, `athlete-unavailable`, `ask-yourself`, `id-taken`, `payment-mismatch`,
 * `too-many-requests`, `hold-gone` for a tip that is over, and `captcha-*`.
 */
async function openTip(
  work: TxContext,
  shown: Shown,
  { tipId, token, amount }: OpenTipCall,
): Promise<Result<{ tipId: string }>> {
  const { caller } = shown
  if (!can(caller, 'give-tip')) return refuse('not-allowed')
  const question = await lockTipped(work.tx, token)
  if (!question) return refuse('not-found')
  const checked = checkTip(amount)
  if (!checked.ok) return checked
  if (!question.isAnswered) return refuse('not-answered')
  if (question.hasAthleteLeft) return refuse('athlete-unavailable')
  const { personId } = caller
  if (await isOwnQuestion(work, { questionId: question.id, personId })) return refuse('ask-yourself')
  const known = await tipById(work.tx, tipId)
  if (known) return known.questionId === question.id ? sameTip(known, amount) : refuse('id-taken')
  if (question.openTips >= OPEN_TIPS) return refuse('too-many-requests')
  const proven = await checkProof(work, shown)
  if (!proven.ok) return proven
  await work.tx`insert into tip (id, question_id, amount_cents) values (${tipId}, ${question.id}, ${amount})`
  await enqueueOperation(work, {
    subjectId: tipId,
    kind: 'tip',
    params: { questionId: question.id, amountCents: amount },
  })
  return done({ tipId })
}

function sameTip({ id, state, amountCents }: Tip, amount: number): Result<{ tipId: string }> {
  if (amountCents !== amount) return refuse('payment-mismatch')
  return state === 'pending' ? done({ tipId: id }) : refuse('hold-gone')
}

type Tipped = {
  id: string
  athleteId: string
  isAnswered: boolean
  hasAthleteLeft: boolean
  openTips: number
}

/** Locks the question, so that two tips for one answer are opened one after the other. */
async function lockTipped(tx: Tx, token: string): Promise<Tipped | null> {
  // Read related rows only after the lock, because a statement that waited for a row still sees the other tables as
  // they were before.
  await tx`select from question where link_hash = ${linkHash(token)} for update`
  const [question] = await tx<Tipped[]>`
    select q.id, q.athlete_id as "athleteId", 
      exists (select from answer a where a.question_id = q.id and a.state = 'delivered') as "isAnswered",
      p.leaving_at is not null as "hasAthleteLeft",
      (select count(*)::int from tip t where t.question_id = q.id and t.state = 'pending') as "openTips"
    from question q join person p on p.id = q.athlete_id where q.link_hash = ${linkHash(token)}`
  return question ?? null
}

/**
 * `/create-payment-intent` for a tip: opens it and makes its PaymentIntent at Stripe, so that the card form can ask
 * for the card.
 */
export async function openTipOnline(
  context: Context,
  shown: Shown,
  call: OpenTipCall,
): Promise<Result<OpenTipAnswer>> {
  const admitted = await admitPayment(context, shown)
  if (!admitted.ok) return admitted
  const opened = await transactOrRefuse(context, (inside) => openTip(inside, shown, call))
  if (!opened.ok) return opened
  const { tipId } = opened.value
  await rememberOpener(context, tipId, shown)
  const made = await ensureTipIntent(context, tipId)
  return made.ok ? done({ ...made.value, paymentIntentId: tipId }) : made
}

function ensureTipIntent(context: Context, tipId: string): Promise<Result<{ clientSecret: string }>> {
  return ensureMade(context, {
    subjectId: tipId,
    kind: 'tip',
    async look() {
      const tip = await tipById(context.sql, tipId)
      if (tip?.state !== 'pending') return 'gone'
      return tip.clientSecret === null ? null : { clientSecret: tip.clientSecret }
    },
  })
}

/**
 * Returns the state of a tip for this link's question, as Stripe gives it now. Refuses `not-found`,
 * `payments-unreachable`.
 */
export async function tipStatus(
  context: Context,
  { tipId, token }: { tipId: string; token: string },
): Promise<Result<TipStatusAnswer>> {
  const tip = await tipOfLink(context.sql, tipId, token)
  if (!tip) return refuse('not-found')
  try {
    const state: TipState = await refreshTip(context, tipId)
    return done({ state, amountCents: tip.amountCents })
  } catch (error) {
    if (error instanceof PaymentsUnreachable) return refuse('payments-unreachable')
    throw error
  }
}

/** Gives a tip up before its card is confirmed (S2-4.29). A tip paid meanwhile stays paid. Refuses `not-found`. */
export async function cancelTip(
  work: TxContext,
  { tipId, token }: { tipId: string; token: string },
): Promise<Result<object>> {
  const tip = await tipOfLink(work.tx, tipId, token)
  if (!tip) return refuse('not-found')
  await releaseTip(work, tipId)
  return done({})
}

/**
 * Releases a tip: at once if no PaymentIntent exists that a card could be confirmed on, otherwise after Stripe has
 * cancelled it.
 */
export async function releaseTip(work: TxContext, tipId: string): Promise<void> {
  const tip = await lockTip(work.tx, tipId)
  const { state, paymentIntentId } = tip
  if (state !== 'pending') return
  await moveTip(work, tip, paymentIntentId ? 'releasing' : 'released')
  if (paymentIntentId)
    await enqueueOperation(work, { subjectId: tipId, kind: 'tip-release', params: { paymentIntentId } })
}

async function tipOfLink(sql: Context['sql'] | Tx, tipId: string, token: string): Promise<Tip | null> {
  const tip = await tipById(sql, tipId)
  if (!tip) return null
  const [question] =
    await sql`select from question where id = ${tip.questionId} and link_hash = ${linkHash(token)}`
  return question ? tip : null
}
