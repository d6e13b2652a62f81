import { checkAsker, normaliseEmail } from '../../sync/account/asker.ts'
import { checkTakesQuestions } from '../../sync/athlete/athlete.ts'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { checkAmount, floorCents, type HoldState, type PriceTerms } from '../../sync/payment/amount.ts'
import { checkContent, type PreparedAsk } from '../../sync/question/ask.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can, principalOf, principalsOf } from '../../sync/roles.ts'
import { checkMayAsk } from '../account/access/blocked-address.ts'
import { addressOfAsker, isFirstTime } from '../account/guest-person.ts'
import { getAthlete } from '../athlete/find.ts'
import { declareVideo } from '../media/declare.ts'
import { isZone } from '../notify/spoken-time.ts'
import { checkUses, findDiscount } from '../payment/discount/discount-code.ts'
import { activeHold } from '../payment/find-hold.ts'
import { openHold } from '../payment/hold.ts'
import { isOneself } from '../payment/oneself.ts'
import { releaseHold } from '../payment/release.ts'
import type { TxContext } from '../transact.ts'
import { type AskRow, lockAsk } from './store.ts'

/** A prepared ask, and the hold whose card must be confirmed next, if any. */
export type Prepared = { questionId: string; amountCents: number; firstTime: boolean; holdId: string | null }

/**
 * Stores the whole question with its PaymentIntent before a card is asked for, so that nothing a fan confirmed is
 * lost with their page (D97). Idempotent by the question's id; a changed amount opens another hold and releases the
 * old one. Amounts are in cents and checked against the athlete's stored price and the stored code (D107, D27).
 * Serves S1-4.11–4.15, S2-5.26, S2-5.36. Refuses what the rules refuse, `athlete-*`, `ask-yourself`, `ask-closed`,
 * `ask-changed`, `discount-*`, `video-*`, `storage-full`, and `asking-refused` for a blocked person.
 */
export async function prepareAsk(
  work: TxContext,
  caller: Caller,
  { mostLooseBytes, zone, ...ask }: PreparedAsk & MostLoose & InZone,
): Promise<Result<Prepared>> {
  const principal = principalOf(caller)
  if (!principal || !can(caller, 'ask-question')) return refuse('not-allowed')
  const before = await lockAsk(work.tx, ask.questionId)
  // a guest who signed in would ask a second time what they have submitted before
  if (before && before.principal !== principal)
    return refuse(ownsAsk(caller, before) && isSubmitted(before) ? 'ask-closed' : 'not-found')
  // first, because a question already asked counts in the price and would be refused for its own sake
  if (before && before.state !== 'open') return refuse('ask-closed')
  const checked = await checkAsk(work, caller, ask)
  if (!checked.ok) return checked
  if (ask.video) {
    const declared = await declareVideo(work, caller, {
      video: ask.video,
      purpose: 'question',
      mostLooseBytes,
    })
    if (!declared.ok) return declared
  }
  const used = await checkCode(work, { caller, ask, principal, codeId: checked.value.codeId })
  if (!used.ok) return used
  await storeAsk(work, { caller, principal, ask, codeId: checked.value.codeId, zone })
  const holdId = await holdFor(work, { principal, ask })
  if (!holdId.ok) return holdId
  return done({
    questionId: ask.questionId,
    amountCents: ask.amountCents,
    firstTime: checked.value.firstTime,
    holdId: holdId.value,
  })
}

/**
 * The most bytes that all question videos without a question may take together; a video announced here counts as
 * one.
 */
type MostLoose = { mostLooseBytes?: number | undefined }

/** The time zone of the asker's browser. A text that is no zone is not kept. */
type InZone = { zone?: string | undefined }

/** The facts found while checking: whether it is a first question, and the code if the amount needs its discount. */
type Checked = { firstTime: boolean; codeId: string | null }

async function checkAsk(work: TxContext, caller: Caller, ask: PreparedAsk): Promise<Result<Checked>> {
  const athlete = await getAthlete(work.tx, ask.athleteId)
  if (!athlete) return refuse('athlete-unavailable')
  const { personId } = caller
  if (await isOneself(work, { athleteId: athlete.id, personId, email: ask.asker.email }))
    return refuse('ask-yourself')
  const may = await checkMayAsk(work, caller)
  if (!may.ok) return may
  const firstTime = await isFirstTime(work, ask.athleteId, caller)
  const found = ask.discountCode ? await findDiscount(work, ask.discountCode) : done(null)
  if (!found.ok) return found
  const terms = { priceCents: athlete.priceCents, promo: athlete.promo, firstTime }
  const reduced: PriceTerms = { ...terms, discount: found.value?.discount }
  for (const check of [
    checkTakesQuestions(athlete),
    checkContent(ask),
    checkAsker(ask.asker, work.now.getTime()),
    checkAmount(reduced, ask.amountCents),
  ]) {
    if (!check.ok) return check
  }
  // an ask at the full price, or one that is free anyway, does not use up the code
  const isNeeded = ask.amountCents < floorCents(terms)
  return done({ firstTime, codeId: isNeeded && found.value ? found.value.codeId : null })
}

/**
 * Checks the code after the ask is locked. The order is the same everywhere, because otherwise two transactions
 * could wait for each other.
 */
async function checkCode(
  work: TxContext,
  {
    caller,
    ask,
    principal,
    codeId,
  }: { caller: Caller; ask: PreparedAsk; principal: string; codeId: string | null },
): Promise<Result<true>> {
  if (codeId === null) return done(true)
  await takeOverUse(work, { codeId, owners: principalsOf(caller).filter((owner) => owner !== principal) })
  return checkUses(work, { codeId, askId: ask.questionId, principal })
}

/**
 * Releases the asks with this code that the caller's guest prepared and never submitted, with the payments that were
 * set up for them. A fan who signs in at the card prepares the question again, and the code is still theirs.
 */
async function takeOverUse(
  work: TxContext,
  { codeId, owners }: { codeId: string; owners: string[] },
): Promise<void> {
  const left = await work.tx<{ id: string }[]>`
    select id from prepared_ask where principal = any(${owners}) and discount_code_id = ${codeId} and state = 'open'
      and wanted_at is null order by id`
  for (const { id } of left) {
    const ask = await lockAsk(work.tx, id)
    const hold = await activeHold(work.tx, id)
    if (ask?.state !== 'open' || ask.wantedAt !== null || (hold && hold.state !== 'pending')) continue
    if (hold) await releaseHold(work, hold.id, 'discount-gone')
    await work.tx`
      update prepared_ask set state = 'released', reason = 'discount-gone', updated_at = app_now() where id = ${id}`
  }
}

async function storeAsk(
  work: TxContext,
  {
    caller,
    principal,
    ask,
    codeId,
    zone = '',
  }: { caller: Caller; principal: string; ask: PreparedAsk; codeId: string | null } & InZone,
): Promise<void> {
  const { tx } = work
  const email = await addressOfAsker(work, caller.personId, ask.asker.email)
  const asker = { ...ask.asker, email, emailKey: normaliseEmail(email) }
  await tx`
    insert into prepared_ask (id, principal, guest_id, person_id, athlete_id, asker, subject, kind, text, media_id, amount_cents,
      price_cents, discount_code_id, zone)
    values (${ask.questionId}, ${principal}, ${caller.guestId}, ${caller.personId}, ${ask.athleteId}, ${tx.json(asker)},
      ${ask.subject}, ${ask.kind}, ${ask.text}, ${ask.video?.id ?? null}, ${ask.amountCents},
      (select coalesce(price_cents, 0) from person where id = ${ask.athleteId}), ${codeId}, ${isZone(zone) ? zone : null})
    on conflict (id) do update set athlete_id = excluded.athlete_id, asker = excluded.asker, subject = excluded.subject,
      kind = excluded.kind, text = excluded.text, media_id = excluded.media_id, amount_cents = excluded.amount_cents,
      price_cents = excluded.price_cents, discount_code_id = excluded.discount_code_id, zone = coalesce(excluded.zone, prepared_ask.zone),
      reason = null, updated_at = app_now()`
}

/** Returns the hold of this ask at this amount: the existing one, or a new one if the amount changed. */
async function holdFor(
  work: TxContext,
  { principal, ask }: { principal: string; ask: PreparedAsk },
): Promise<Result<string | null>> {
  const hold = await activeHold(work.tx, ask.questionId)
  if (hold && hold.amountCents === ask.amountCents) return done(hold.id)
  if (hold && hold.state !== 'pending' && hold.state !== 'held') return refuse('ask-changed')
  if (hold) await releaseHold(work, hold.id, 'amount-changed')
  if (ask.amountCents === 0) return done(null)
  return done(await openHold(work, { askId: ask.questionId, principal, amountCents: ask.amountCents }))
}

const isSubmitted = ({ state, wantedAt }: AskRow) =>
  state === 'asked' || (state === 'open' && wantedAt !== null)

/** Returns whether a prepared ask belongs to the caller, by account or by the browser's guest. */
export function ownsAsk(caller: Caller, ask: Pick<AskRow, 'principal'>): boolean {
  return principalsOf(caller).includes(ask.principal)
}

/** Returns the state of the caller's own prepared ask (D97). Refuses `not-found` for anybody else's. */
export async function askStatus(
  work: TxContext,
  caller: Caller,
  questionId: string,
): Promise<
  Result<Omit<AskStatusAnswer, 'viewPath' | 'correctableEmail'> & { linkGeneration: number | null }>
> {
  const [row] = await work.tx<
    (AskRow & {
      video: AskStatusAnswer['video']
      videoRefusal: string | null
      isWanted: boolean
      linkGeneration: number | null
    })[]
  >`
    select a.principal, a.state, a.reason, m.state as video, m.refusal as "videoRefusal", q.link_generation as "linkGeneration",
      a.wanted_at is not null and a.amount_cents = 0 as "isWanted"
    from prepared_ask a left join media m on m.id = a.media_id left join question q on q.id = a.id where a.id = ${questionId}`
  if (!row || !ownsAsk(caller, row)) return refuse('not-found')
  const [hold] = await work.tx<{ state: HoldState }[]>`
    select state from hold where ask_id = ${questionId} order by attempt desc limit 1`
  const { state, reason, video, videoRefusal, isWanted, linkGeneration } = row
  return done({ state, reason, video, videoRefusal, isWanted, linkGeneration, hold: hold?.state ?? 'none' })
}
