import type { Clarification } from '../answer/clarification.ts'
import type { RefusalCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Transcript } from '../media/captions.ts'
import type { HoldState } from '../payment/amount.ts'
import type { Flag } from '../question/flags.ts'
import type { StatusFacts } from '../question/set-status.ts'
import type { QuestionStatus, Reason } from '../question/status.ts'
import { id, moment, prose, z } from '../shape.ts'
import type { AskerHistory, SameText, Taken, TeamNote } from './screening.ts'
import { SEARCH_CHARACTERS } from './search.ts'

/** A decision that takes effect after a short delay, so that it can be taken back (`question.undo`). */
export type WaitingDecision = {
  decision: 'approve' | 'reject'
  /** The name of the admin who decided, and whether that is the caller. */
  by: string
  isMine: boolean
  takesEffectAt: number
  /** Why the decision could not take effect after all; it is no longer pending. */
  refused: RefusalCode | null
}

/** The last row of a page of a desk list, where the next page begins. */
export const after = z.nullable(z.strictObject({ at: moment, id }))

/**
 * The `desk/questions` call: a page of requests, of one athlete or all, with one status or any, newest first or
 * by the time left to screen them.
 */
export const deskQuestionsCall = z.strictObject({
  status: z.nullable(z.enum(['new', 'approved', 'rejected', 'athlete rejected', 'completed'])),
  creator: z.nullable(z.string().check(z.maxLength(LIMITS.usernameCharacters))),
  search: z.nullable(z.string().check(z.minLength(3), z.maxLength(SEARCH_CHARACTERS))),
  /** `flagged`: only requests that a check flagged, the most urgent first. */
  order: z.enum(['newest', 'urgent', 'flagged']),
  after,
})
export type DeskRow = {
  id: string
  revision: number
  /** The agreed amount; it is paid only once `hold` says that it was charged. */
  amountCents: number
  hold: HoldState
  /** How much of it has gone back to the card. */
  refundedCents: number
  /** How much of it is on its way back to the card. */
  onItsWayCents: number
  /** The athlete's username; null once they were erased. */
  receiver: string | null
  requester: string
  subject: string
  kind: 'text' | 'video'
  /** The question's video, once it has arrived. */
  videoId: string | null
  status: QuestionStatus
  submittedAt: number
  screeningEndsAt: number
  under18: boolean
  flags: Flag[]
  waiting: WaitingDecision | null
  /** The admin who has taken the request for now; null where nobody has, and once it is decided. */
  taken: Taken | null
}
export type DeskQuestionsAnswer = {
  rows: DeskRow[]
  more: boolean
  /** How many requests each status has; the count stops at `COUNTED` plus one. */
  counts: Record<QuestionStatus, number>
  now: number
}
/** The highest count that is shown exactly, because nobody needs a larger number. */
export const COUNTED = 999

/** The `desk/question` call: returns one whole request. */
export const deskQuestionCall = z.strictObject({ id })
export type DeskQuestionAnswer = DeskRow & {
  email: string
  /**
   * Whether the address belongs to the account that asked. Any other address was only typed and may be another
   * person's (D117).
   */
  isEmailConfirmed: boolean
  city: string
  countryCode: string
  text: string
  videoId: string | null
  answerVideoId: string | null
  captureBefore: number | null
  reason: Reason | null
  approvedAt: number | null
  dueAt: number | null
  adminNote: string | null
  athleteNote: string | null
  noGoTopics: string | null
  /** The discount code that lowered the price, by the label the team gave it, and how much it took off (D27). */
  discount: { label: string; takenOffCents: number } | null
  /** Until when the request can be approved, because later the hold would not last; null for a free question. */
  approvableUntil: number | null
  /** The state of the announced answer. */
  answer: StatusFacts['answer']
  isVideoGone: boolean
  /** The words of the delivered answer. */
  transcript: Transcript | null
  history: AskerHistory
  /** Null where no other request of the last 30 days has the same text. */
  sameText: SameText | null
  /** The oldest first. */
  notes: TeamNote[]
  /** The clarification about the answer. */
  clarification: Clarification | null
}

const ignored = z.optional(z.string().check(z.maxLength(2_000)))

/** `/new-request` as documented (S2-7.9): it uses the question's id and ignores everything else (D106). */
export const newRequestCall = z.object({
  message_id: id,
  reply_to: ignored,
  athlete_email: ignored,
  athlete_firstName: ignored,
  requester_name: ignored,
})

/**
 * `/reject-request` as documented (S2-7.10): it uses the question's id and the note and ignores everything else
 * (D106).
 */
export const rejectRequestCall = z.object({
  message_id: id,
  rejection_note: prose(LIMITS.noteCharacters),
  reply_to: ignored,
  requester_email: ignored,
  requester_name: ignored,
  athlete_username: ignored,
})
