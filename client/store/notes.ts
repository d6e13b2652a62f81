import type { Device } from '../db/device.ts'

/** Returns the key under which this device stores the notes to a question. */
export function notesKey(questionId: string): string {
  return `notes ${questionId}`
}

/** Deletes the notes to a question once its answer or reply is delivered or it needs none. */
export function forgetNotes({ settings }: Device, questionId: string): Promise<void> {
  // A database that fails keeps the words, which does no harm.
  return settings.delete(notesKey(questionId)).catch(() => {})
}
