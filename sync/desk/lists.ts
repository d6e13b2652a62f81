import { id, z } from '../shape.ts'
import { INBOXES, type InboxStatus, inboxStatus } from './inbox-update.ts'
import { after } from './requests.ts'
import { SEARCH_CHARACTERS } from './search.ts'

const typed = z.nullable(z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS)))

/** The `desk/inbox` call: a page of one kind of message, newest first, filtered by part of the name and by status. */
export const inboxCall = z.strictObject({
  inbox: z.enum(INBOXES),
  name: typed,
  status: z.nullable(inboxStatus),
  /** Only the message with this id. */
  only: z.optional(z.nullable(id)),
  after,
})
/** A whole message to the team; fields that its kind does not have are null (S2-3.5, S2-3.7, S2-3.8). */
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

/**
 * The `desk/ratings` call: a page of fans' ratings, newest first, filtered by part of the athlete's username and
 * by stars.
 */
export const ratingsCall = z.strictObject({
  athlete: typed,
  stars: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  /** Only the rating with this id. */
  only: z.optional(z.nullable(id)),
  after,
})
/** A fan's rating of an answer (S2-3.6). */
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

/** The `desk/creators` call: returns the athletes that a list may be filtered by, found by a few letters. */
export const creatorsCall = z.strictObject({ q: z.string().check(z.maxLength(40)) })
export type CreatorsAnswer = { creators: { id: string; username: string; name: string }[] }
