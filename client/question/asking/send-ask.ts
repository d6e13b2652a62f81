import type { AskStatusAnswer } from '../../../sync/calls.ts'
import { COPY } from '../../../sync/copy.ts'
import { REFUSALS, type RefusalCode } from '../../../sync/errors.ts'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import type { HoldState } from '../../../sync/payment/amount.ts'
import type { Refusal } from '../../../sync/result.ts'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { pause } from '../../api/pause.ts'
import type { Device } from '../../db/device.ts'
import { takeVideo } from '../../store/sending/video-bytes.ts'
import { declaredOf, discardTake, keepTake } from '../../store/takes.ts'
import { uploadTake } from '../../store/upload/use-uploads.ts'
import { refusalText } from '../../text/refusals.ts'
import { askStatus, prepareAsk, preparedAskOf } from './ask-calls.ts'
import type { AskDraft } from './ask-draft.ts'
import type { Released, SendingStage } from './sending-stage.ts'

/** Why sending stopped, in words, and the step in which the fan can correct it. */
export type Problem = {
  text: string
  step?: number
  code?: RefusalCode
  /** Whether the server has the whole video and refuses it; a question already submitted is then given back. */
  isVerdict?: boolean
}

export type Sent<T> = { ok: true; value: T } | { ok: false; problem: Problem | null }

/** A question being sent, the device it is sent from, and the listener that is told how far the sending is. */
export type Sending = {
  device: Device
  draftId: string
  draft: AskDraft
  athleteId: string
  amountCents: number
  signal: AbortSignal
  tell: (stage: SendingStage) => void
  /** Gives the draft its new ids. */
  renew: (renewed: Renewed) => void
}

/** What the fan reads of a video that was discarded in another tab, or cleared by the browser. */
export const VIDEO_GONE = 'This video is not on this device. Record it again, or choose it from where it is.'

/** What the fan reads when the card form they filled in is no longer the question's. */
export const CARD_AGAIN =
  'The payment had to be set up again. Look your question over, and enter your card once more.'

const LOOK_EVERY_MS = 1_000
/** How many times, once a second, the page asks whether the video is checked, and whether the question is made. */
const CHECK_LOOKS = 25
const ASK_LOOKS = 45
const PROMPT: SendingStage = { at: 'asking' }

/** The new id of the question, and its video, when the server no longer takes the former ids. */
export type Renewed = { questionId: string; video: DeclaredVideo | null }

export type Prepared = {
  stage: SendingStage
  firstTime: boolean
  renewed: Renewed | null
}

/**
 * The refusals of ids that the server no longer takes: another guest's, or of a video that was prepared, never sent
 * and deleted there.
 */
const FORGOTTEN: readonly RefusalCode[] = ['not-found', 'upload-not-expected']

/** Prepares the question and its payment on the server. The next stage is `card`, or `asking` with nothing to pay. */
export async function prepareSending(sending: Sending): Promise<Sent<Prepared>> {
  sending.tell({ at: 'preparing' })
  const { amountCents } = sending
  const first = await prepareOnce(sending)
  if (first.ok || isNetworkError(first) || !FORGOTTEN.includes(first.refusal.code))
    return settlePrepared(first, { amountCents, renewed: null })
  const renewed = await renewIds(sending)
  // Before the next call, because the video is already kept under its new id alone, whatever the server answers.
  sending.renew(renewed)
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

/** Returns the question and video with which a given-back question continues, without a video that cannot be read. */
export async function leftOf(reason: string | null, source: Source): Promise<Renewed> {
  if (reason === 'video-not-there') return renewIds(source)
  return { questionId: newId(), video: reason === 'video-unreadable' ? null : source.draft.video }
}

/**
 * Gives the question and its video new ids, because this browser's guest is another one than before, or because the
 * server no longer waits for the former ids. Drops a video whose bytes are no longer on this device; a video that
 * the device has no room to copy keeps its id.
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

/** Uploads the video before the card is asked for, so that no money is held for a lost video (D96, D97, S1-4.25). */
export async function sendVideo(sending: Sending): Promise<Sent<true>> {
  const { device, draft, signal } = sending
  if (!draft.video) return { ok: true, value: true }
  sending.tell({ at: 'uploading' })
  const uploaded = await uploadTake(device, draft.video.id, signal)
  if (uploaded.ok) return checkArrived(sending)
  if (uploaded.refusal.code === 'video-not-there') return lookForGone(sending)
  return { ok: false, problem: { ...refusedProblem(uploaded.refusal), step: 0 } }
}

/** Asks the server whether it has a video that is no longer here: another tab sent it, or discarded it unsent. */
async function lookForGone(sending: Sending): Promise<Sent<true>> {
  const status = await askStatus(sending.draft.questionId)
  if (isNetworkError(status)) return { ok: false, problem: unreachedProblem(status, sending.amountCents) }
  if (status.ok && status.value.state === 'asked') return { ok: true, value: true }
  const video = status.ok ? status.value.video : null
  if (video !== null && video !== 'expected') return checkArrived(sending)
  return { ok: false, problem: { text: VIDEO_GONE, code: 'video-not-there', step: 0 } }
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
    sending.signal.throwIfAborted()
  }
  return { ok: true, value: true }
}

/**
 * Asks the server every second until the question is asked or given back, and gives up after `ASK_LOOKS` answers.
 * A look without an answer does not count, because the question may not leave this device before the network is back.
 */
export async function followAsk({ draft, signal }: Sending): Promise<SendingStage> {
  for (let looks = 0; looks < ASK_LOOKS; ) {
    const status = await askStatus(draft.questionId)
    // The page that would show it is closed; what became of the question is found out at the next visit.
    signal.throwIfAborted()
    if (status.ok && status.value.state === 'asked') {
      return { at: 'asked', viewPath: status.value.viewPath, wasEarlier: false }
    }
    if (status.ok && status.value.state === 'released') return releasedOf(status.value)
    if (!isNetworkError(status)) looks += 1
    await pause(LOOK_EVERY_MS, signal)
    signal.throwIfAborted()
  }
  return { at: 'handed-over' }
}

/**
 * How far a question is whose page was closed while sending, `known`: null if nothing happened or no answer came. How
 * far its last hold is: null if no answer came, `none` also where the server has nothing of the question any more. And
 * whether it was submitted free of charge: it is asked by itself once its video has arrived, which another device may
 * still have.
 */
type Looked = { known: SendingStage | null; hold: HoldState | null; isWanted: boolean }

export async function lookAt({ questionId }: Pick<AskDraft, 'questionId'>): Promise<Looked> {
  const status = await askStatus(questionId)
  if (!status.ok) {
    const isGone = !isNetworkError(status) && status.refusal.code === 'not-found'
    return { known: null, hold: isGone ? 'none' : null, isWanted: false }
  }
  const { state, viewPath, hold, video, isWanted = false } = status.value
  if (state === 'asked') return { known: { at: 'asked', viewPath, wasEarlier: true }, hold, isWanted }
  if (state === 'released') return { known: releasedOf(status.value), hold, isWanted }
  const isWithUs = hold === 'held' || (isWanted && video !== 'expected')
  return { known: isWithUs ? PROMPT : null, hold, isWanted }
}

/** Returns the same of a draft that the server has stored; of any other nothing is known. */
export async function lookIfPrepared(draft: AskDraft): Promise<Looked> {
  return draft.prepared ? lookAt(draft) : { known: null, hold: null, isWanted: false }
}

const releasedOf = ({ reason, hold }: AskStatusAnswer): Released => ({ at: 'released', reason, hold })

/**
 * Returns the problem when the server could not be reached: setting up the payment (S1-8.7) or, without a payment,
 * processing the asker's data (S1-8.8, S2-8.20). Null when the device has no network.
 */
function unreachedProblem(
  { reason }: Extract<CallResult<never>, { offline: true }>,
  amountCents: number,
): Problem | null {
  if (reason === 'network') return null
  return { text: amountCents > 0 ? COPY.paymentSetup : COPY.userData }
}

/** Returns a refusal as a problem, with the step whose fields it is about. */
export function refusedProblem(refusal: Refusal): Problem {
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
