import type { Device } from '../db/device.ts'

/**
 * Deletes what was begun in the forms of a question that was answered, declined, replied to or reported. Otherwise
 * it would count as words that were not sent. The notes stay, because an answer may be taken back or recorded again.
 */
export function forgetTyped({ settings }: Device, questionId: string): Promise<void> {
  const keys = ['decline', 'clarification', 'report'].map((form) => `${form} ${questionId}`)
  // A database that fails keeps the words, which does no harm.
  return settings.bulkDelete(keys).catch(() => {})
}
