import { FEEDBACK_STATUSES, FORM_STATUSES } from '../forms/form-limits.ts'
import { LIMITS } from '../limits.ts'
import { type Infer, id, prose, z } from '../shape.ts'

/** The kinds of messages to the team, each in a tab of its own (S2-2.122, S2-2.129, S2-2.133). */
export const INBOXES = ['feedback', 'contact', 'application'] as const
export type Inbox = (typeof INBOXES)[number]

export const inboxStatus = z.enum([...new Set([...FEEDBACK_STATUSES, ...FORM_STATUSES])])
export type InboxStatus = Infer<typeof inboxStatus>

/** The statuses of each kind of message; any status may follow any other (S2-4.19, S2-4.20, D63). */
export const INBOX_STATUSES: Record<Inbox, readonly InboxStatus[]> = {
  feedback: FEEDBACK_STATUSES,
  contact: FORM_STATUSES,
  application: FORM_STATUSES,
}

const state = z.strictObject({ status: inboxStatus, notes: prose(LIMITS.teamNotesCharacters) })

/**
 * The `inbox.update` intent: replaces the status and notes that the admin saw. A value that was changed in the
 * meantime is not overwritten.
 */
export const inboxUpdate = z.strictObject({ inbox: z.enum(INBOXES), itemId: id, before: state, now: state })
