import type { AnswerDocument, Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import type { Pending } from '../../store/pending.ts'

/** Something of this account that is on this device and under way, or was a moment ago. */
export type OutboxItem = {
  id: string
  kind: 'answer' | 'decline' | 'captions' | 'reply' | 'report' | 'question' | 'profile' | 'message'
  questionId: string
  /** What it is about. */
  title: string
  /** For whom. */
  who: string | null
  stage: Pending['stage'] | 'unfinished' | 'kept' | 'unreadable' | 'closed'
  percent: number
  /** The one truthful line. */
  line: string
  /** Why it waits, or how fast it goes. */
  why: string | null
  /** Until when it must be there. */
  left: string | null
  /** Its question is closed, and ran out of time: the take may be given for nothing (D5). */
  canGive: boolean
  /** Its question had ended and is open again: the take may be sent as it is (D54). */
  canSendAgain: boolean
  /** Nobody has heard of it yet: it may be taken back. */
  canRecall: boolean
  /** It is on its way, and another recording may take its place. */
  canReplace: boolean
  take: TakeRow | null
  /** The server's video of one that is no longer on this device. */
  videoId: string | null
  entryId: string | null
}

export type OutboxFacts = {
  takes: readonly TakeRow[]
  entries: readonly OutboxRow[]
  questions: readonly QuestionDocument[]
  /** Those the takes are for were looked up: one that is not among them is not here. */
  knowsQuestions: boolean
  answers: readonly AnswerDocument[]
  partners: ReadonlyMap<string, Partner>
  online: boolean
  ended: boolean
  now: number
  /** Videos wait for Wi-Fi, or for their owner. */
  isHeld: boolean
  /** How fast the latest upload was. */
  bytesPerSecond: number | null
}
