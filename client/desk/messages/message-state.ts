import type { MessageState } from '../../../sync/desk/messages.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export const STATE_NAMES: Record<MessageState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  stuck: 'Stuck',
}
export const STATE_TONES: Record<MessageState, Tone> = { sent: 'success', waiting: 'plain', stuck: 'danger' }
