import { createHmac } from 'node:crypto'
import { type Asker, asker as askerShape, checkAsker, normaliseEmail } from '../../sync/account/asker.ts'
import { isCountry } from '../../sync/account/countries.ts'
import { checkTakesQuestions } from '../../sync/athlete/athlete.ts'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import { checkAmount, floorCents } from '../../sync/payment/amount.ts'
import { type PreparedAsk, preparedAsk } from '../../sync/question/ask.ts'
import type {
  CheckExistingUserAnswer,
  checkExistingUserCall,
  HoldIntentCall,
  sendRequestCall,
} from '../../sync/question/specified-calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can, principalOf } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { checkMayAsk } from '../account/access/blocked-address.ts'
import { addressOfAsker, isFirstTime } from '../account/guest-person.ts'
import { getAthlete } from '../athlete/find.ts'
import type { Shown } from '../http/proof.ts'
import { limitRecipient } from '../http/recipient-limit.ts'
import { findMedia } from '../media/find-media.ts'
import { findHold } from '../payment/find-hold.ts'
import { openHold } from '../payment/hold.ts'
import { isOneself } from '../payment/oneself.ts'
import type { TxContext } from '../transact.ts'
import { type Asked, askQuestion } from './ask-question.ts'
import { prepareAsk } from './prepare-ask.ts'
import { type AskRow, askById } from './store.ts'

/*
 * The specification's own calls (S1-7.8–7.11, S2-7.2–7.6), as thin wrappers of the verbs that the app uses.
 * Whatever a client must not decide is looked up or refused (D106, D107). The ids they hand out are opaque and
 * bound to the caller (D40).
 */

type TicketRow = {
  conversationToken: string
  requesterToken: string
  athleteId: string
  asker: Asker
  holdId: string | null
}

/**
 * `/check-existing-user`: stores who wants to ask whom and returns tokens, but never whether the address is known.
 */
export async function checkExistingUser(
  work: TxContext,
  caller: Caller,
  call: Infer<typeof checkExistingUserCall>,
): Promise<Result<CheckExistingUserAnswer>> {
  const principal = principalOf(caller)
  if (!principal || !can(caller, 'ask-question')) return refuse('not-allowed')
  const asker = askerShape.safeParse({
    firstName: call.firstName,
    lastName: call.lastName,
    birthDate: call.dob,
    city: call.city,
    countryCode: call.country,
    email: call.email,
  })
  if (!asker.success) return refuse(isCountry(call.country) ? 'bad-shape' : 'unknown-country')
  const allowed = checkAsker(asker.data, work.now.getTime())
  if (!allowed.ok) return allowed
  const athlete = await getAthlete(work.tx, call.responderUuid)
  if (!athlete) return refuse('athlete-unavailable')
  const open = checkTakesQuestions(athlete)
  if (!open.ok) return open
  const { personId } = caller
  if (await isOneself(work, { athleteId: athlete.id, personId, email: call.email }))
    return refuse('ask-yourself')
  const may = await checkMayAsk(work, caller)
  if (!may.ok) return may
  const key = work.context.secrets.askToken
  const conversationId = opaque(key, ['conversation', principal, athlete.id, normaliseEmail(call.email)])
  const requesterUuid = opaque(key, ['requester', principal, normaliseEmail(call.email)])
  await work.tx`
    insert into ask_ticket (conversation_token, requester_token, principal, athlete_id, asker)
    values (${conversationId}, ${requesterUuid}, ${principal}, ${athlete.id}, ${work.tx.json(asker.data)})
    on conflict (conversation_token) do update set asker = excluded.asker`
  const firstTime = athlete.promo ? await isFirstTime(work, athlete.id, caller) : false
  const floor = floorCents({ priceCents: athlete.priceCents, promo: athlete.promo, firstTime })
  return done({ conversationId, requesterUuid, firstTime, floorCents: floor })
}

function opaque(key: string, parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('|')).digest('base64url')
}

/**
 * `/create-payment-intent`: opens a hold for the caller's own ask ticket, after checking the amount against the
 * stored price.
 */
export async function createPaymentIntent(
  work: TxContext,
  caller: Caller,
  call: HoldIntentCall,
): Promise<Result<{ holdId: string }>> {
  const principal = principalOf(caller)
  if (!principal || !can(caller, 'ask-question')) return refuse('not-allowed')
  const [ticket] = await work.tx<TicketRow[]>`
    select conversation_token as "conversationToken", athlete_id as "athleteId", asker, hold_id as "holdId"
    from ask_ticket where principal = ${principal} and athlete_id = ${call.athlete_id}
      and lower(asker ->> 'email') = ${call.email.trim().toLowerCase()} for update`
  if (!ticket) return refuse('not-found')
  const athlete = await getAthlete(work.tx, ticket.athleteId)
  if (!athlete) return refuse('athlete-unavailable')
  const firstTime = await isFirstTime(work, athlete.id, caller)
  const amount = checkAmount({ priceCents: athlete.priceCents, promo: athlete.promo, firstTime }, call.amount)
  if (!amount.ok) return amount
  if (amount.value === 0) return refuse('amount-below-minimum')
  const kept = await unusedHold(work, ticket)
  if (kept && kept.amountCents === amount.value && (kept.state === 'pending' || kept.state === 'held')) {
    return done({ holdId: kept.id })
  }
  // the fan's device has made no id for this ask, so its future question gets one now
  const askId = work.context.random.id()
  const holdId = await openHold(work, { askId, principal, amountCents: amount.value })
  await work.tx`update ask_ticket set hold_id = ${holdId} where conversation_token = ${ticket.conversationToken}`
  return done({ holdId })
}

/** Returns the ticket's hold; null once a question was sent with it, which may still wait for its video. */
async function unusedHold({ tx }: TxContext, { holdId }: TicketRow) {
  const hold = holdId ? await findHold(tx, holdId) : null
  return hold && (await askById(tx, hold.askId))?.wantedAt ? null : hold
}

/**
 * `/send-request`: uses the same prepared ask and verb as the app, and checks every id against the caller's. A hold
 * pays for one question: another one sent with it is refused as `payment-mismatch`.
 */
export async function sendRequest(
  work: TxContext,
  shown: Shown,
  call: Infer<typeof sendRequestCall>,
): Promise<Result<Asked & { questionId: string }>> {
  const { caller } = shown
  const principal = principalOf(caller)
  if (!principal) return refuse('not-allowed')
  const [ticket] = await work.tx<TicketRow[]>`
    select requester_token as "requesterToken", athlete_id as "athleteId", asker, hold_id as "holdId"
    from ask_ticket where conversation_token = ${call.conversationId} and principal = ${principal} for update`
  if (!ticket || ticket.requesterToken !== call.senderId || ticket.athleteId !== call.receiverId)
    return refuse('not-found')
  const hold = ticket.holdId ? await findHold(work.tx, ticket.holdId) : null
  if ((call.paymentIntentId ?? null) !== (hold?.id ?? null)) return refuse('payment-mismatch')
  const amountCents = hold?.amountCents ?? 0
  if (call.paymentAmount !== undefined && Math.round(call.paymentAmount * 100) !== amountCents)
    return refuse('payment-mismatch')
  const video =
    call.messageType === 'video' && call.videoPath ? await uploaded(work, call.videoPath, principal) : null
  const ask = preparedAsk.safeParse({
    questionId: hold?.askId ?? work.context.random.id(),
    athleteId: ticket.athleteId,
    subject: call.subject,
    kind: call.messageType,
    text: call.message ?? '',
    video,
    asker: ticket.asker,
    amountCents,
  })
  if (!ask.success) return refuse('bad-shape')
  const before = hold && (await askById(work.tx, hold.askId))
  if (before?.wantedAt && !isSameQuestion(before, ask.data)) return refuse('payment-mismatch')
  const email = await addressOfAsker(work, caller.personId, ticket.asker.email)
  const mailed = { ...shown, kind: 'ask', email } as const
  const counted = await limitRecipient(work.context, work.tx, mailed)
  if (!counted.ok) return counted
  const prepared = await prepareAsk(work, caller, ask.data)
  if (!prepared.ok) return prepared
  const asked = await askQuestion(work, caller, { questionId: ask.data.questionId })
  if (!asked.ok) return asked
  if (asked.value.state === 'asked') {
    await work.tx`update ask_ticket set hold_id = null where conversation_token = ${call.conversationId}`
  }
  return done({ ...asked.value, questionId: ask.data.questionId })
}

function isSameQuestion(before: AskRow, { subject, kind, text, video }: PreparedAsk): boolean {
  const isSame = before.subject === subject && before.kind === kind && before.text === text
  return isSame && before.mediaId === (video?.id ?? null)
}

/** Returns the caller's own upload as declared, and null for anybody else's. */
async function uploaded(work: TxContext, mediaId: string, principal: string): Promise<DeclaredVideo | null> {
  const media = await findMedia(work.tx, mediaId)
  if (!media || media.principal !== principal) return null
  return {
    id: media.id,
    sha256: media.declaredSha256,
    bytes: media.declaredBytes,
    type: media.declaredType,
    durationMs: media.declaredDurationMs,
    source: media.source,
  }
}
