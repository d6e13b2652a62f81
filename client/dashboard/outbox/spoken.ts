import type { IntentName, QueuedName } from '../../../sync/intents.ts'
import type { OutboxItem } from './outbox-item.ts'

/** As what the outbox tells of an entry that waits; null: it is told of elsewhere. */
export const SPOKEN: Record<QueuedName, OutboxItem['kind'] | null> = {
  'question.decline': 'decline',
  'answer.transcribe': 'captions',
  'clarification.reply': 'reply',
  'clarification.report': 'report',
  'question.ask': 'question',
  'profile.save': 'profile',
  'feedback.send': 'message',
  // with the take that they bring
  'answer.submit': null,
  'answer.give': null,
  'clarification.film': null,
  // drafts are saved without a word
  'draft.save': null,
  'draft.discard': null,
  // where the form stands that they came from
  'contact.send': null,
  'application.send': null,
  'suggestion.send': null,
  'waitlist.send': null,
}

/** As what the outbox tells of an entry that brings no video of its own. */
export function spokenAs(name: IntentName): OutboxItem['kind'] | null {
  return (SPOKEN as Partial<Record<IntentName, OutboxItem['kind'] | null>>)[name] ?? null
}
