import type { MessageState } from '../../../sync/desk/messages.ts'
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
