import type { MessageAnswer, MessageState, NotSentBecause } from '../../../sync/desk/messages.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export const STATE_NAMES: Record<MessageState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  stuck: 'Stuck',
  'not-sent': 'Not sent',
}
export const STATE_TONES: Record<MessageState, Tone> = {
  sent: 'success',
  waiting: 'plain',
  stuck: 'danger',
  'not-sent': 'warning',
}
/** Said of a message that went to nobody. */
export const NOT_SENT_REASONS: Record<NotSentBecause, string> = {
  'no-longer-true': 'What it says was no longer true when it was to be sent.',
  'may-no-longer-read': 'Its reader had left the team, or may no longer know what it says.',
  'no-address': 'There was no address to send it to.',
  'no-device': 'This person had no device that takes pushes.',
  refused: 'The push service of each device refused it for good.',
  dropped: 'Somebody on the team gave it up after it could not be sent.',
}

/** Returns the words for the recipient of a message. */
export function shownRecipient(to: string | null): string {
  return to === '' ? 'An address that is no longer kept' : (to ?? 'Nobody')
}

/**
 * Returns what is said of sending a message again, the label of the button for it, null where that is not possible, and
 * what is told once it was pressed. A former build of the server does not say whether a message is still true.
 */
export function againWords({
  isStillTrue,
  maySendAgain,
  message: { way, state, notSentBecause },
}: Pick<MessageAnswer, 'isStillTrue' | 'maySendAgain'> & {
  message: Pick<MessageAnswer['message'], 'way' | 'state' | 'notSentBecause'>
}) {
  const isOver = isStillTrue === false
  if (!maySendAgain) return { note: whyNotAgain({ isOver, way, notSentBecause }), button: null, told: '' }
  if (isOver) return { note: OVER, button: 'Settle it now', told: 'It is being settled.' }
  const button = state === 'sent' ? 'Send again' : 'Send it now'
  return { note: null, button, told: 'It is being sent.' }
}

/** Said of a message that was not sent yet and is no longer true. */
const OVER =
  'What it says is no longer true, so it goes to nobody. One that calls the team to the desk speaks of another question instead, if any waits.'

type NotAgain = Pick<MessageAnswer['message'], 'way' | 'notSentBecause'> & { isOver: boolean }

function whyNotAgain({ isOver, way, notSentBecause }: NotAgain): string {
  if (isOver) return 'It cannot be sent again: what it says is no longer true.'
  if (notSentBecause === 'no-address') return 'It cannot be sent again: no address is kept.'
  if (notSentBecause === 'may-no-longer-read')
    return 'It cannot be sent again: its reader may no longer know what it says.'
  return way === 'push'
    ? 'It cannot be sent again: this person has no device that takes pushes.'
    : 'It cannot be sent again. If its link is needed, its reader can ask for a new one.'
}
