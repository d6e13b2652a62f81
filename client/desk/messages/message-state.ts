import type { MessageAnswer, MessageState } from '../../../sync/desk/messages.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export const STATE_NAMES: Record<MessageState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  stuck: 'Stuck',
}
export const STATE_TONES: Record<MessageState, Tone> = { sent: 'success', waiting: 'plain', stuck: 'danger' }

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
  message: { way, sentAt },
}: Pick<MessageAnswer, 'isStillTrue' | 'maySendAgain'> & {
  message: Pick<MessageAnswer['message'], 'way' | 'sentAt'>
}) {
  const isOver = isStillTrue === false
  if (!maySendAgain) return { note: whyNotAgain(isOver, way), button: null, told: '' }
  if (isOver) return { note: OVER, button: 'Settle it now', told: 'It is being settled.' }
  const button = sentAt === null ? 'Send it now' : 'Send again'
  return { note: null, button, told: 'It is being sent.' }
}

/** Said of a message that was not sent yet and is no longer true. */
const OVER =
  'What it says is no longer true, so it goes to nobody. One that calls the team to the desk speaks of another question instead, if any waits.'

function whyNotAgain(isOver: boolean, way: MessageAnswer['message']['way']): string {
  if (isOver) return 'It cannot be sent again: what it says is no longer true.'
  return way === 'push'
    ? 'It cannot be sent again: this person has no device that takes pushes.'
    : 'It cannot be sent again. If its link is needed, its reader can ask for a new one.'
}
