import type { Device } from '../db/device.ts'

/** Returns the key under which this device stores the notes to a question. */
export function notesKey(questionId: string): string {
  return `notes ${questionId}`
}

/**
 * Deletes the words typed for a question that was answered, declined, replied to or reported: the notes, and what
 * was begun in one of its other forms. Otherwise they would count as words that were not sent.
 */
export function forgetTyped({ settings }: Device, questionId: string): Promise<void> {
  const keys = ['decline', 'clarification', 'report'].map((form) => `${form} ${questionId}`)
  // A database that fails keeps the words, which does no harm.
  return settings.bulkDelete([notesKey(questionId), ...keys]).catch(() => {})
}
