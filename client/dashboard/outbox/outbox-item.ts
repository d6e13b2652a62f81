import type { AnswerDocument, Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import type { Pending } from '../../store/pending.ts'

/** Something of this account on this device that is under way, or was a moment ago. */
export type OutboxItem = {
  id: string
  kind: 'answer' | 'decline' | 'captions' | 'reply' | 'report' | 'question' | 'profile' | 'message'
  questionId: string
  /** What the item is about. */
  title: string
  /** The person it is for. */
  who: string | null
  stage: Pending['stage'] | 'unfinished' | 'kept' | 'unreadable' | 'closed'
  percent: number
  /** The state of the item, in one line. */
  line: string
  /** Why the item waits, or how fast it is uploaded. */
  why: string | null
  /** Until when the item must have arrived. */
  left: string | null
  /** Whether the take may be sent for free, because its question ended without an answer and may have one (D5). */
  canGive: boolean
  /** Whether the take may be sent unchanged, because its question had ended and is open again (D54). */
  canSendAgain: boolean
  /** Whether the take may be taken back, because it is not announced yet. */
  canRecall: boolean
  /** Whether the take is on its way and another recording may replace it. */
  canReplace: boolean
  take: TakeRow | null
  /** The server's video of an item whose take is no longer on this device. */
  videoId: string | null
  entryId: string | null
}

export type OutboxFacts = {
  takes: readonly TakeRow[]
  entries: readonly OutboxRow[]
  questions: readonly QuestionDocument[]
  /** Whether the takes' questions were looked up, so that a missing one is not on this device. */
  knowsQuestions: boolean
  answers: readonly AnswerDocument[]
  partners: ReadonlyMap<string, Partner>
  online: boolean
  ended: boolean
  now: number
  /** Whether videos wait for Wi-Fi or for the athlete. */
  isHeld: boolean
  /** How fast the latest upload was. */
  bytesPerSecond: number | null
}
