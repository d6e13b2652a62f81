import { FEEDBACK_STATUSES, FORM_STATUSES } from '../forms/form-limits.ts'
import { LIMITS } from '../limits.ts'
import { type Infer, id, prose, z } from '../shape.ts'
import { after } from './requests.ts'

/** What people wrote to the team, each kind in a tab of its own (S2-2.122, S2-2.129, S2-2.133). */
export const INBOXES = ['feedback', 'contact', 'application'] as const
export type Inbox = (typeof INBOXES)[number]

const status = z.enum([...new Set([...FEEDBACK_STATUSES, ...FORM_STATUSES])])
export type InboxStatus = Infer<typeof status>

/** The statuses of a kind, each of which may follow any other (S2-4.19, S2-4.20, D63). */
export const INBOX_STATUSES: Record<Inbox, readonly InboxStatus[]> = {
  feedback: FEEDBACK_STATUSES,
  contact: FORM_STATUSES,
  application: FORM_STATUSES,
}

const typed = z.nullable(z.string().check(z.minLength(1), z.maxLength(100)))

/** desk/inbox: a page of one kind, newest first, by a part of the name and a status. */
export const inboxCall = z.strictObject({
  inbox: z.enum(INBOXES),
  name: typed,
  status: z.nullable(status),
  /** The one of this id. */
  only: z.optional(z.nullable(id)),
  after,
})
/** A message whole; what its kind does not ask for is null (S2-3.5, S2-3.7, S2-3.8). */
export type InboxItem = {
  id: string
  createdAt: number
  status: InboxStatus
  notes: string
  content: string
  firstName: string | null
  lastName: string | null
  username: string | null
  personId: string | null
  email: string | null
  subject: string | null
  questionId: string | null
  city: string | null
  countryCode: string | null
  socialPlatform: string | null
  socialAccount: string | null
  sport: string | null
  position: string | null
}
export type InboxAnswer = { items: InboxItem[]; more: boolean }

const state = z.strictObject({ status, notes: prose(LIMITS.teamNotesCharacters) })

/** inbox.update: status or notes, over what the admin saw: what changed meanwhile is not written over. */
export const inboxUpdate = z.strictObject({ inbox: z.enum(INBOXES), itemId: id, before: state, now: state })

/** desk/ratings: a page of what fans said of answers, newest first, by a part of the athlete's username and the stars. */
export const ratingsCall = z.strictObject({
  athlete: typed,
  stars: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  /** The one of this id. */
  only: z.optional(z.nullable(id)),
  after,
})
/** S2-3.6 */
export type DeskRating = {
  id: string
  athleteUsername: string
  requestId: string
  responseId: string
  stars: number
  responseFeedback: string
  infieldFeedback: string
  createdAt: number
}
export type RatingsAnswer = { ratings: DeskRating[]; more: boolean }

/** desk/creators: who a list may be narrowed to, by a few letters. */
export const creatorsCall = z.strictObject({ q: z.string().check(z.maxLength(40)) })
export type CreatorsAnswer = { creators: { id: string; username: string; name: string }[] }
