import type { Inbox } from '../../../sync/desk/inbox-update.ts'
import type { InboxItem } from '../../../sync/desk/lists.ts'
import type { Tone } from '../../ui/status/badge.tsx'

const SUBJECT_CHARACTERS = 20

/** Returns a subject as the table shows it: 20 characters and an ellipsis, "N/A" if empty (S2-2.131, S2-9.6). */
export function previewOf(subject: string | null): string {
  if (!subject) return 'N/A'
  const letters = [...subject]
  return letters.length > SUBJECT_CHARACTERS ? `${letters.slice(0, SUBJECT_CHARACTERS).join('')}…` : subject
}

/** Returns the writer's name. A suggestion has no name, and an entry on the waitlist has only a handle. */
export function nameOf({ firstName, lastName, username, socialAccount }: InboxItem): string {
  if (username) return `@${username}`
  return [firstName, lastName].filter(Boolean).join(' ') || socialAccount || 'No name'
}

export const INBOX_TONES: Record<string, Tone> = {
  New: 'plain',
  'In-Progress': 'warning',
  'Awaiting Response': 'warning',
  Completed: 'success',
}

/** The words of each tab for its search, its empty list and its pane. */
export const INBOX_WORDS: Record<Inbox, { search: string; none: string; region: string }> = {
  feedback: {
    search: 'Username',
    none: 'What members send from their dashboard appears here as it comes in.',
    region: 'The feedback',
  },
  contact: {
    search: 'Name',
    none: 'What is sent by the contact form, and problems reported with answers, appear here as they come in.',
    region: 'The message',
  },
  application: {
    search: 'Name',
    none: 'Applications to join and the waitlist appear here as they come in.',
    region: 'The application',
  },
}
