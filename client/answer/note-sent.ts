import { keptWhere } from '../text/keeps-nothing.ts'
import { noteTold } from '../ui/toasts.ts'

/** Adds a new outbox entry to the list of messages; without a toast, because the screen itself says so. */
export function noteSent(what: 'answer' | 'reply' | 'report', subject: string): void {
  noteTold({
    text: `Your ${what} about “${subject}” is saved ${keptWhere()} and waits to be sent`,
    tone: 'success',
  })
}
