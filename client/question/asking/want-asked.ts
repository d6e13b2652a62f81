import { isNetworkError } from '../../api/call.ts'
import type { Device } from '../../db/device.ts'
import { sendNow } from '../../store/send-now.ts'
import { appendAsk, keepAsk, readKeptAsk } from '../resubmit/kept-ask.ts'
import { askOf } from '../unsent/sent-draft.ts'
import { preparedAskOf } from './ask-calls.ts'
import { type AskDraft, isAsPrepared } from './ask-draft.ts'
import { lookAt, type Problem, refusedProblem, type Sending } from './send-ask.ts'
import type { SendingStage } from './sending-stage.ts'

type Wanted = Pick<Sending, 'device' | 'draft' | 'athleteId' | 'amountCents'>

/** The questions that this page asked directly, so that no outbox says that the server has them. */
const direct = new Set<string>()

/** Returns whether the server asks a question because this page told it so, with nothing stored here. */
export const isAskedDirectly = (questionId: string) => direct.has(questionId)

const NEITHER =
  'We could not be reached, and this device cannot store your question to send it later. Keep this page open and try again in a moment.'

/**
 * Appends the intent that asks the question; it stays on this device until it is settled, even without this page.
 * Where the device stores nothing, a free question is sent at once; a paid one is asked by the server itself once
 * its card is held. Returns why the question is not asked; null if it is.
 */
export async function wantAsked(wanted: Wanted): Promise<Problem | null> {
  try {
    await appendOnce(wanted)
    return null
  } catch (error) {
    reportError(error)
    return wanted.amountCents === 0 ? askNow(wanted) : null
  }
}

/**
 * Returns for how much a draft was submitted whose intent waits on this device, in cents; null when none does. The
 * athlete's price may have changed since.
 */
async function readSubmittedCents(device: Device, draft: AskDraft): Promise<number | null> {
  const kept = (await askOf(device, draft)) && (await readKeptAsk(device, draft.questionId))
  return kept ? kept.ask.amountCents : null
}

/**
 * Returns how a draft stands whose page was closed: as its intent here says, and then as the server does. Null when it
 * was not submitted, or when another video has to be sent in place of one that only another device has. Tells for how
 * much it was submitted as soon as that is known.
 */
export async function lookBackAt(
  { device, draft }: Pick<Wanted, 'device' | 'draft'>,
  tellSubmitted: (cents: number | null) => void,
): Promise<SendingStage | null> {
  const hereCents = await readSubmittedCents(device, draft)
  tellSubmitted(hereCents)
  const { known, hold, isWanted } = await lookAt(draft)
  const isAwaited = isWanted && (known !== null || (isAsPrepared(draft) && draft.video !== null))
  const cents = hereCents ?? (isAwaited ? 0 : null)
  // A paid one stands as its card does, which only the server knows.
  const isLeft = cents === 0 || (cents !== null && hold === null)
  const stage = known ?? (isLeft ? ({ at: 'asking' } as const) : null)
  tellSubmitted(stage && cents)
  return stage
}

async function appendOnce({ device, draft, athleteId, amountCents }: Wanted): Promise<void> {
  const ask = preparedAskOf(draft, athleteId, amountCents)
  const known = await device.outbox.where({ subject: draft.questionId }).toArray()
  if (!known.some(({ name, state }) => name === 'question.ask' && state !== 'refused'))
    return appendAsk(device, ask, draft.to)
  // The server has taken these words in place of those kept here, as after another video was recorded. A device that
  // has no room for them still has the intent.
  if (isAsPrepared(draft)) await keepAsk(device, ask, draft.to).catch(reportError)
}

async function askNow({ device, draft: { questionId } }: Wanted): Promise<Problem | null> {
  const asked = await sendNow(device, { name: 'question.ask', args: { questionId } })
  if (asked.ok) {
    direct.add(questionId)
    return null
  }
  return isNetworkError(asked) ? { text: NEITHER } : refusedProblem(asked.refusal)
}
