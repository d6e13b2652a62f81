import { id, z } from '../shape.ts'
import { INBOXES, type InboxStatus, inboxStatus } from './inbox-update.ts'
import { after } from './requests.ts'
import { SEARCH_CHARACTERS } from './search.ts'

const typed = z.nullable(z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS)))

/** desk/inbox: a page of one kind, newest first, by a part of the name and a status. */
export const inboxCall = z.strictObject({
  inbox: z.enum(INBOXES),
  name: typed,
  status: z.nullable(inboxStatus),
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
