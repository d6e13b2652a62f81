import type { IntentName, QueuedName } from '../../../sync/intents.ts'
import type { OutboxItem } from './outbox-item.ts'

/** How the outbox lists a waiting entry, by its name; null when the entry is shown elsewhere. */
export const SPOKEN: Record<QueuedName, OutboxItem['kind'] | null> = {
  'question.decline': 'decline',
  'answer.transcribe': 'captions',
  'clarification.reply': 'reply',
  'clarification.report': 'report',
  'question.ask': 'question',
  'profile.save': 'profile',
  'feedback.send': 'message',
  // These are shown with the take that they announce.
  'answer.submit': null,
  'answer.give': null,
  'clarification.film': null,
  // Drafts are saved without being listed.
  'draft.save': null,
  'draft.discard': null,
  // These are shown with the form that they came from.
  'contact.send': null,
  'application.send': null,
  'suggestion.send': null,
  'waitlist.send': null,
}

/** Returns how the outbox lists an entry without a video of its own; null when it does not list the entry. */
export function spokenAs(name: IntentName): OutboxItem['kind'] | null {
  return (SPOKEN as Partial<Record<IntentName, OutboxItem['kind'] | null>>)[name] ?? null
}
