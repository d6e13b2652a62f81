import type { Clarification } from './answer/clarification.ts'
import type { AnswerState } from './answer/submit.ts'
import type { OpenPictureRequest } from './athlete/picture-request.ts'
import type { OwnProfile } from './athlete/profile-edit.ts'
import type { Transcript } from './media/captions.ts'
import type { HoldState } from './payment/amount.ts'
import type { QuestionStatus, Reason } from './question/status.ts'

/** The collections that replicate down to a device. */
export const COLLECTION_NAMES = ['people', 'conversations', 'questions', 'answers', 'drafts'] as const
export type CollectionName = (typeof COLLECTION_NAMES)[number]

/** The other side of a conversation, as far as this reader may know them. */
export type Partner = {
  id: string
  role: string
  firstName: string
  lastName: string
  username: string | null
  sport: string | null
  city: string | null
  countryCode: string
  /** Years, or 'under 18' (D104); null for athletes. */
  age: number | 'under 18' | null
  pictureUrl: string | null
}

/** The reader's own person. Reader: this person alone. */
export type PersonDocument = {
  id: string
  role: string
  username: string | null
  firstName: string
  lastName: string
  email: string
  sport: string | null
  priceCents: number | null
  paused: boolean
  pictureUrl: string | null
  coverUrls: string[]
  /** The pictures that the team has requested and not settled yet (S2-2.76). */
  pictureRequests: OpenPictureRequest[]
  /**
   * The fields this person may change, with the revision of the latest change; null on a device that has not
   * received them yet.
   */
  profile: (OwnProfile & { revision: number }) | null
}

/**
 * A pair of fan and athlete (S2-3.4). Readers: the fan, and the athlete once one of the questions has been
 * approved.
 */
export type ConversationDocument = {
  id: string
  /** Both ids, fan first (S1-3.11). */
  users: string[]
  partner: Partner
  createdAt: number
  /** MAX minus the time of the latest change, because lists sort in ascending order. */
  order: number
}

/** A question. Readers: its fan always, its athlete from approval on. Fields a reader may not see are null. */
export type QuestionDocument = {
  id: string
  conversationId: string
  fanId: string
  athleteId: string
  subject: string
  kind: 'text' | 'video'
  text: string
  /** The question's video, once verified. */
  videoId: string | null
  videoBytes: number | null
  videoType: string | null
  status: QuestionStatus
  reason: Reason | null
  submittedAt: number
  approvedAt: number | null
  /** When the athlete must have recorded the answer. */
  dueAt: number | null
  /** When the bytes of the announced answer must have arrived; null while nothing was announced. */
  graceEndsAt: number | null
  settledAt: number | null
  /** To the fan, what they offer, in cents; to the athlete, the athlete's own share. */
  amountCents: number
  /** The state of the hold on the fan's card; always 'none' for the athlete. */
  hold: HoldState
  adminNote: string | null
  athleteNote: string | null
  /** The clarification about its answer. */
  clarification: Clarification | null
  revision: number
  order: number
}

/** An answer. Readers: its athlete always, the fan once delivered. */
export type AnswerDocument = {
  id: string
  questionId: string
  conversationId: string
  athleteId: string
  state: AnswerState
  videoId: string
  videoBytes: number
  videoType: string
  durationMs: number
  /** The words of the answer. */
  transcript: Transcript | null
  submittedAt: number
  deliveredAt: number | null
  /** The athlete's share in cents; 0 to the fan. */
  shareCents: number
  order: number
}

/** A signed-in person's unfinished question, as the wizard saved it. Reader: its owner alone. */
export type DraftDocument = {
  id: string
  athleteId: string
  body: string
  base: number
  revision: number
  savedAt: number
  order: number
}

/** The document type of each collection. */
export type Documents = {
  people: PersonDocument
  conversations: ConversationDocument
  questions: QuestionDocument
  answers: AnswerDocument
  drafts: DraftDocument
}
