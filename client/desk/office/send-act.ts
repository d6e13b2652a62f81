import type { RefusalCode } from '../../../sync/errors.ts'
import type { IntentArgs, IntentName } from '../../../sync/intents.ts'
import type { Refusal } from '../../../sync/result.ts'
import { askFactorAgain, type CallResult, isNetworkError } from '../../api/call.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import type { NewIntent } from '../../store/outbox.ts'
import { forgetAct, noteLost, sendNow, takeId } from '../../store/send-now.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'

/** The texts for refusals of this act, where the general text would say too little. */
type Meanings = Partial<Record<RefusalCode, string>>

/** What the admin is told of an act that the server settled; it may depend on what the server says of it. */
type DoneWords = string | ((value: Record<string, unknown>) => string)

/** Sends an intent and shows a toast with its outcome. Returns true when the server settled it. */
export async function sendAct(intent: NewIntent, told: string, meanings: Meanings = {}): Promise<boolean> {
  return (await act(intent, told, meanings)).ok
}

/**
 * An intent that makes something new: its arguments without the new id, and the name of the argument that takes the
 * id. `seen` are arguments that say what was shown: with others it is still the same thing. `attempt` tells apart what
 * is done to a thing that was shown in another state; it is not sent.
 */
type NewThing = {
  [N in IntentName]: {
    [K in keyof IntentArgs<N>]-?: {
      name: N
      idIn: K
      args: Omit<IntentArgs<N>, K>
      seen?: Partial<IntentArgs<N>>
      attempt?: unknown
    }
  }[keyof IntentArgs<N>]
}[IntentName]

/**
 * Sends an intent that makes something new, and shows a toast with its outcome. When the answer was lost, the same
 * act gets the same id again for as long as `sendNow` says, so that the server does not refund, mail or give a card
 * twice.
 */
export async function sendNew(intent: NewThing, told: DoneWords, meanings: Meanings = {}): Promise<boolean> {
  return (await actNew(intent, told, meanings)).ok
}

/** Does what `sendNew` does, and returns the outcome, for a caller that does more about it. */
export async function actNew(
  { name, idIn, args, seen, attempt }: NewThing,
  told: DoneWords,
  meanings: Meanings = {},
): Promise<Outcome> {
  const key = JSON.stringify([getSession().account, name, args, attempt])
  const id = takeId(key, { name, args })
  const whole: object = { ...args, ...seen, [idIn]: id }
  const result = await act({ name, args: whole } as NewIntent, told, meanings)
  if (isNetworkError(result)) noteLost(key)
  else forgetAct(key)
  return result
}

type Outcome = CallResult<Record<string, unknown>>

/**
 * Sends an intent, shows a toast with its outcome, and returns the outcome, for a caller that does more about it.
 */
export async function act(intent: NewIntent, told: DoneWords, meanings: Meanings = {}): Promise<Outcome> {
  const device = openDevice(getSession().account)
  const first = await sendNow(device, intent)
  const isAsked = !first.ok && 'refusal' in first && first.refusal.code === 'step-up-wanted'
  const result = isAsked && (await askFactorAgain(first.refusal)) ? await sendNow(device, intent) : first
  if (result.ok) showToast({ text: typeof told === 'string' ? told : told(result.value), tone: 'success' })
  else
    showToast({
      text: isNetworkError(result) ? UNANSWERED : meant(result.refusal, meanings),
      tone: 'danger',
    })
  return result
}

/** The text for a lost answer, when the client cannot know whether the server has done the act. */
export const UNANSWERED =
  'No answer came from the server, so this may have been done already. Try again within ten minutes: it is not done twice.'

const meant = (refusal: Refusal, meanings: Meanings) => meanings[refusal.code] ?? refusalText(refusal)
