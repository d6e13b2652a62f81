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

/** A decision that waits for its moment, so that it can be taken back (question.undo). */
export type WaitingDecision = {
  decision: 'approve' | 'reject'
  /** Whose it is, and whether that is the caller. */
  by: string
  isMine: boolean
  takesEffectAt: number
  /** Why it could not be made after all; it waits no longer. */
  refused: RefusalCode | null
}

/** Where a page of the desk's lists ends. */
export const after = z.nullable(z.strictObject({ at: moment, id }))

/** desk/questions: a page of requests of one athlete or all, one status or all, newest first or by what is left to screen. */
export const deskQuestionsCall = z.strictObject({
  status: z.nullable(z.enum(['new', 'approved', 'rejected', 'athlete rejected', 'completed'])),
  creator: z.nullable(z.string().check(z.maxLength(LIMITS.usernameCharacters))),
  search: z.nullable(z.string().check(z.minLength(3), z.maxLength(SEARCH_CHARACTERS))),
  /** `flagged`: those alone that a check noticed something about, the most urgent first. */
  order: z.enum(['newest', 'urgent', 'flagged']),
  after,
})
export type DeskRow = {
  id: string
  revision: number
  /** What was agreed: paid only once `hold` says that it was charged. */
  amountCents: number
  hold: HoldState
  /** What of it went back to the card, or is on its way there. */
  refundedCents: number
  receiver: string
  requester: string
  subject: string
  kind: 'text' | 'video'
  /** The question's video, once it is there. */
  videoId: string | null
  status: QuestionStatus
  submittedAt: number
  screeningEndsAt: number
  under18: boolean
  flags: Flag[]
  waiting: WaitingDecision | null
  /** Whose it is for now; null for nobody's, and once it is decided. */
  taken: Taken | null
}
export type DeskQuestionsAnswer = {
  rows: DeskRow[]
  more: boolean
  /** How many there are of each status, counted no further than to one more than `COUNTED`. */
  counts: Record<QuestionStatus, number>
  now: number
}
/** Beyond this many nobody needs the number. */
export const COUNTED = 999

/** desk/question: one request whole. */
export const deskQuestionCall = z.strictObject({ id })
export type DeskQuestionAnswer = DeskRow & {
  email: string
  /** An account asked, whose address it is; any other address was typed by whoever asked, and may be anybody's (D117). */
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
  /** The discount code that lowered its price, by the name the team gave it, and how much it took off (D27). */
  discount: { label: string; takenOffCents: number } | null
  /** When approval stops being possible because the hold would not last; null for a free question. */
  approvableUntil: number | null
  /** Of the answer that was announced, what it has come to. */
  answer: StatusFacts['answer']
  isVideoGone: boolean
  /** What is said in the delivered answer. */
  transcript: Transcript | null
  history: AskerHistory
  /** Null where nothing of the last 30 days has its text. */
  sameText: SameText | null
  /** The oldest first. */
  notes: TeamNote[]
  /** What was asked once more about it. */
  clarification: Clarification | null
}

const ignored = z.optional(z.string().check(z.maxLength(2_000)))

/** `/new-request` as documented (S2-7.9); the question it is about is named, everything else is ignored (D106). */
export const newRequestCall = z.object({
  message_id: id,
  reply_to: ignored,
  athlete_email: ignored,
  athlete_firstName: ignored,
  requester_name: ignored,
})

/** `/reject-request` as documented (S2-7.10); the question and the note count, everything else is ignored (D106). */
export const rejectRequestCall = z.object({
  message_id: id,
  rejection_note: prose(LIMITS.noteCharacters),
  reply_to: ignored,
  requester_email: ignored,
  requester_name: ignored,
  athlete_username: ignored,
})
