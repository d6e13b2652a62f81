import { COPY } from '../../../sync/copy.ts'
import { REFUSALS, type RefusalCode } from '../../../sync/errors.ts'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import type { Refusal } from '../../../sync/result.ts'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import type { Device } from '../../db/device.ts'
import { takeVideo } from '../../store/sending/video-bytes.ts'
import { declaredOf, discardTake, keepTake } from '../../store/takes.ts'
import { uploadTake } from '../../store/upload/use-uploads.ts'
import { refusalText } from '../../text/refusals.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'
import { askStatus, pause, prepareAsk, preparedAskOf } from './ask-calls.ts'
import type { AskDraft } from './ask-draft.ts'

/** How far sending is, as it may be told. */
export type SendingStage =
  | { at: 'idle' }
  | { at: 'preparing' }
  /** The server holds everything ready for the card. */
  | { at: 'card'; clientSecret: string; paymentIntentId: string; amountCents: number }
  | { at: 'uploading' }
  /** The server looks at the video. */
  | { at: 'checking' }
  | { at: 'asking' }
  /** All is handed over, and the server takes its time: it goes on without this page. */
  | { at: 'handed-over' }
  | { at: 'asked'; viewPath: string | null; wasEarlier: boolean }
  | { at: 'released'; reason: string | null }

/** Why sending stopped, in words, and at which step it is mended. */
export type Problem = {
  text: string
  step?: number
  code?: RefusalCode
  /** The server has the whole video and does not take it: a question that was wanted is given back. */
  isVerdict?: boolean
}

export type Sent<T> = { ok: true; value: T } | { ok: false; problem: Problem | null }

/** What is being sent, from where, and who is told how far it is. */
export type Sending = {
  device: Device
  draftId: string
  draft: AskDraft
  athleteId: string
  amountCents: number
  signal: AbortSignal
  tell: (stage: SendingStage) => void
}

const LOOK_EVERY_MS = 1_000
/** So long the server is given to look at the video before a card is asked for, and to make a question of it after. */
const CHECK_LOOKS = 25
const ASK_LOOKS = 45
const PROMPT: SendingStage = { at: 'asking' }

/** Another id under which the question, or its video, goes on: the server knows the former one as somebody else's. */
export type Renewed = { questionId: string; video: DeclaredVideo | null }

export type Prepared = {
  stage: SendingStage
  firstTime: boolean
  renewed: Renewed | null
}

/** The question beside its payment on the server: ready for the card, or, with nothing to pay, to be asked. */
export async function prepareSending(sending: Sending): Promise<Sent<Prepared>> {
  sending.tell({ at: 'preparing' })
  const { amountCents } = sending
  const first = await prepareOnce(sending)
  if (first.ok || isNetworkError(first) || first.refusal.code !== 'not-found')
    return settlePrepared(first, { amountCents, renewed: null })
  const renewed = await renewIds(sending)
  const draft = { ...sending.draft, ...renewed }
  return settlePrepared(await prepareOnce({ ...sending, draft }), { amountCents, renewed })
}

function prepareOnce({ draft, athleteId, amountCents }: Sending) {
  return prepareAsk(preparedAskOf(draft, athleteId, amountCents), draft.prepared)
}

function settlePrepared(
  result: Awaited<ReturnType<typeof prepareAsk>>,
  { amountCents: wanted, renewed }: { amountCents: number; renewed: Renewed | null },
): Sent<Prepared> {
  if (!result.ok) {
    return {
      ok: false,
      problem: isNetworkError(result) ? unreachedProblem(result, wanted) : refusedProblem(result.refusal),
    }
  }
  const { clientSecret, paymentIntentId, amountCents, firstTime, hold } = result.value
  const toPay = hold !== 'held' && clientSecret !== null && paymentIntentId !== null
  const stage: SendingStage = toPay ? { at: 'card', clientSecret, paymentIntentId, amountCents } : PROMPT
  return { ok: true, value: { stage, firstTime, renewed } }
}

type Source = Pick<Sending, 'device' | 'draftId' | 'draft'>

/** What goes on of a question that was given back, and for what reason: all of it, but a video that cannot be read. */
export async function leftOf(reason: string | null, source: Source): Promise<Renewed> {
  if (reason === 'video-not-there') return renewIds(source)
  return { questionId: newId(), video: reason === 'video-unreadable' ? null : source.draft.video }
}

/**
 * The words and the video go on under ids of their own: this browser's guest is another one than before, or the server
 * waits for the former ones no longer. A video whose bytes are not here any more is none; one that the device has no
 * room to keep a second time stays as it is.
 */
async function renewIds({ device, draftId, draft }: Source): Promise<Renewed> {
  const { video } = draft
  const take = video ? await device.takes.get(video.id) : undefined
  const blob = take ? await takeVideo(device, take.id) : null
  if (!take || !blob) return { questionId: newId(), video: null }
  const saved = await keepTake(device, { ...take, id: newId(), questionId: draftId, blob })
  if (!saved.ok) return { questionId: newId(), video }
  await discardTake(device, take.id)
  return { questionId: newId(), video: declaredOf(saved.value) }
}

/** The video's bytes, before any card is asked for: no money is held for a lost video (D96, D97, S1-4.25). */
export async function sendVideo(sending: Sending): Promise<Sent<true>> {
  const { device, draft, signal } = sending
  if (!draft.video) return { ok: true, value: true }
  sending.tell({ at: 'uploading' })
  const uploaded = await uploadTake(device, draft.video.id, signal)
  if (uploaded.ok) return checkArrived(sending)
  return { ok: false, problem: { ...refusedProblem(uploaded.refusal), step: 0 } }
}

async function checkArrived(sending: Sending): Promise<Sent<true>> {
  sending.tell({ at: 'checking' })
  for (let look = 0; look < CHECK_LOOKS; look += 1) {
    const status = await askStatus(sending.draft.questionId)
    const video = status.ok ? status.value.video : null
    if (video === 'refused' || video === 'purged') {
      const code = readCode(status.ok ? status.value.videoRefusal : null)
      return { ok: false, problem: { text: refusalText({ code }), code, step: 0, isVerdict: true } }
    }
    if (video === 'stored') break
    await pause(LOOK_EVERY_MS, sending.signal)
  }
  return { ok: true, value: true }
}

/** "Make it so": kept on this device until the server has settled it, whatever becomes of this page. */
export async function wantAsked({
  device,
  draft,
  athleteId,
  amountCents,
}: Pick<Sending, 'device' | 'draft' | 'athleteId' | 'amountCents'>): Promise<void> {
  const { questionId } = draft
  const known = await device.outbox.where({ subject: questionId }).toArray()
  if (known.some(({ name, state }) => name === 'question.ask' && state !== 'refused')) return
  await appendAsk(device, preparedAskOf(draft, athleteId, amountCents))
}

/** Follows the server until the question is asked or given back. */
export async function followAsk({ draft, signal }: Sending): Promise<SendingStage> {
  for (let look = 0; look < ASK_LOOKS; look += 1) {
    const status = await askStatus(draft.questionId)
    if (status.ok && status.value.state === 'asked') {
      return { at: 'asked', viewPath: status.value.viewPath, wasEarlier: false }
    }
    if (status.ok && status.value.state === 'released') return { at: 'released', reason: status.value.reason }
    await pause(LOOK_EVERY_MS, signal)
  }
  return { at: 'handed-over' }
}

/** Where a question stands that was being sent when its page was left; null when nothing of it has happened yet. */
export async function lookBack({ questionId }: Pick<AskDraft, 'questionId'>): Promise<SendingStage | null> {
  const status = await askStatus(questionId)
  if (!status.ok) return null
  const { state, viewPath, reason, hold } = status.value
  if (state === 'asked') return { at: 'asked', viewPath, wasEarlier: true }
  if (state === 'released') return { at: 'released', reason }
  return hold === 'held' ? PROMPT : null
}

/** With a payment it is the payment that could not be set up (S1-8.7), without one whoever asks (S1-8.8, S2-8.20). */
function unreachedProblem(
  { reason }: Extract<CallResult<never>, { offline: true }>,
  amountCents: number,
): Problem | null {
  if (reason === 'network') return null
  return { text: amountCents > 0 ? COPY.paymentSetup : COPY.userData }
}

/** The step whose fields the refusal is about. */
function refusedProblem(refusal: Refusal): Problem {
  const { code } = refusal
  const text = refusalText(refusal)
  if (code.startsWith('video-') || code === 'nothing-asked' || code === 'text-and-video')
    return { text, code, step: 0 }
  if (code === 'under-age' || code === 'bad-birth-date' || code === 'unknown-country')
    return { text, code, step: 1 }
  if (code.startsWith('amount-') || code === 'price-changed' || code.startsWith('discount-'))
    return { text, code, step: 2 }
  return { text, code }
}

function readCode(code: string | null): RefusalCode {
  return code && Object.hasOwn(REFUSALS, code) ? (code as RefusalCode) : 'video-unreadable'
}
