import type { RefusalCode } from '../../../sync/errors.ts'
import type { IntentArgs, IntentName } from '../../../sync/intents.ts'
import type { Refusal } from '../../../sync/result.ts'
import { askFactorAgain, type CallResult, isNetworkError } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { type NewIntent, sendNow } from '../../store/outbox.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'

/** What a refusal means of this act, where the sentence for all would say too little. */
type Meanings = Partial<Record<RefusalCode, string>>

/** Has one thing done, and says what came of it; true when it was done. */
export async function sendAct(intent: NewIntent, told: string, meanings: Meanings = {}): Promise<boolean> {
  return (await act(intent, told, meanings)).ok
}

/** Something new: whatever is said of it, and which argument is the id that it gets here. */
type NewThing = {
  [N in IntentName]: {
    [K in keyof IntentArgs<N>]-?: { name: N; idIn: K; args: Omit<IntentArgs<N>, K> }
  }[keyof IntentArgs<N>]
}[IntentName]

/** Ids of new things of which no answer said whether they were made. */
const unanswered = new Map<string, string>()

/**
 * Has something new made, and says what came of it. Pressed again after a lost answer it has the same id, so that nobody
 * is paid back, mailed or shown a card twice.
 */
export async function sendNew(
  { name, idIn, args }: NewThing,
  told: string,
  meanings: Meanings = {},
): Promise<boolean> {
  const key = JSON.stringify([getSession().account, name, args])
  const id = unanswered.get(key) ?? newId()
  unanswered.set(key, id)
  const result = await act({ name, args: { ...args, [idIn]: id } } as NewIntent, told, meanings)
  if (!isNetworkError(result)) unanswered.delete(key)
  return result.ok
}

type Outcome = CallResult<Record<string, unknown>>

async function act(intent: NewIntent, told: string, meanings: Meanings): Promise<Outcome> {
  const device = openDevice(getSession().account)
  const first = await sendNow(device, intent)
  const isAsked = !first.ok && 'refusal' in first && first.refusal.code === 'step-up-wanted'
  const result = isAsked && (await askFactorAgain(first.refusal)) ? await sendNow(device, intent) : first
  if (result.ok) showToast({ text: told, tone: 'success' })
  else
    showToast({
      text: isNetworkError(result) ? UNANSWERED : meant(result.refusal, meanings),
      tone: 'danger',
    })
  return result
}

/** What is said where nobody knows whether the server did it before its answer was lost. */
export const UNANSWERED =
  'No answer came from the server, so this may have been done already. Try again: it is not done twice.'

const meant = (refusal: Refusal, meanings: Meanings) => meanings[refusal.code] ?? refusalText(refusal)
