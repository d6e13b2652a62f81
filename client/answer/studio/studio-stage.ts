import { givableUntil } from '../../../sync/answer/submit.ts'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { isUnannounced } from '../../store/sending/recall.ts'
import { isAnswerUnderWay, isDealtWith, isOpen, mayGoAgain } from '../waiting.ts'

/** Where the studio is with its question. */
export type StudioStage =
  | { at: 'loading' }
  /** The question is not on this device, or is not this person's to answer; the takes recorded for it are kept. */
  | { at: 'missing'; takes: TakeRow[] }
  /**
   * `kept`: a take to be sent, for the first time or, after an admin has opened the question again, once more.
   * `others`: the other takes that could be sent, the latest first.
   */
  | { at: 'open'; kept: TakeRow | null; others: readonly TakeRow[] }
  /** The question is answered, also for free after it had ended, or declined. */
  | DealtWith
  /** The question can no longer be answered, as the server has said; the takes recorded for it are kept. */
  | { at: 'closed'; takes: TakeRow[] }

export type DealtWith = {
  at: 'dealt-with'
  by: 'answer' | 'decline'
  /** Whether the answer is a free one, to a question that had ended. */
  isFree: boolean
  /** The take that was sent from this device, while it is on its way or still stored here. */
  take: TakeRow | null
  /** Whether another device has announced an answer whose video has not arrived. */
  isComing: boolean
  /** Whether another recording may replace the answer, because the server does not have the whole video yet. */
  mayReplace: boolean
  /** Whether the announcement has not left this device, as far as the device knows. */
  mayRecall: boolean
  /** Whether the question was answered by another video than the one this device has sent. */
  byOther: boolean
  /** The other takes for the question, which stay here until the athlete sends or deletes them. */
  leftOver: readonly TakeRow[]
}

export type StudioFacts = {
  question: QuestionDocument | null
  ready: boolean
  personId: string
  answers: readonly AnswerDocument[]
  /** This device's takes and outbox entries for the question; null while they are being read. */
  here: { takes: readonly TakeRow[]; entries: readonly OutboxRow[] } | null
  /** The take that the athlete chose to be sent; without one, it is the latest. */
  chosen?: string | null
}

/** Returns the stage of the studio, from what this device has and the server's last word, which wins (D98). */
export function studioStage({ question, ready, personId, answers, here, chosen }: StudioFacts): StudioStage {
  if (!here || (!question && !ready)) return { at: 'loading' }
  const takes = here.takes.filter(({ purpose }) => purpose === 'answer')
  if (question?.athleteId !== personId) return { at: 'missing', takes: takes.filter(isLeftOver) }
  const underWay = { takes, entries: here.entries, answers }
  const answer = answers.find(({ state }) => state !== 'withdrawn')
  const isAnswered = answer !== undefined || question.graceEndsAt !== null
  if (question.status === 'approved' && (isAnswered || isDealtWith(question, underWay))) {
    const isArrived = answer !== undefined && answer.state !== 'waiting'
    return dealtWith(underWay, { isAnswered, isArrived, mayAnswer: true, videoId: answer?.videoId ?? null })
  }
  if (question.status === 'completed') {
    const videoId = answer?.videoId ?? null
    return dealtWith(underWay, { isAnswered: true, isArrived: true, mayAnswer: false, videoId })
  }
  if (isOpen(question, takes)) {
    const sendable = latestFirst(takes).filter((take) => take.state === 'kept' || mayGoAgain(take))
    const kept = sendable.find(({ id }) => id === chosen) ?? sendable[0] ?? null
    return { at: 'open', kept, others: sendable.filter((take) => take !== kept) }
  }
  // A free answer to a question that had ended. One that was not paid for is kept, was shown to nobody, and may be
  // given for free.
  const isUnpaid = question.reason === 'payment-lapsed' && answer?.state === 'stored'
  if ((answer && !isUnpaid) || isAnswerUnderWay(question.id, underWay)) {
    const isArrived = answer !== undefined && answer.state !== 'waiting'
    const isAnswered = answer !== undefined
    const mayAnswer = givableUntil({ ...question, answered: false }).ok
    const videoId = answer?.videoId ?? null
    return { ...dealtWith(underWay, { isAnswered, isArrived, mayAnswer, videoId }), isFree: true }
  }
  return { at: 'closed', takes: takes.filter(isLeftOver) }
}

/** Checks whether a take stays here until the athlete sends or deletes it. */
export function isLeftOver({ state }: TakeRow): boolean {
  return state === 'kept' || state === 'refused'
}

type Answered = {
  isAnswered: boolean
  /** Whether the server has the whole video. */
  isArrived: boolean
  /** Whether another one may still be announced, as far as the server has told this device. */
  mayAnswer: boolean
  /** The video that is the answer, when the server has told which one it is. */
  videoId: string | null
}

function dealtWith(
  { takes, entries }: { takes: readonly TakeRow[]; entries: readonly OutboxRow[] },
  { isAnswered, isArrived, mayAnswer, videoId }: Answered,
): DealtWith {
  const sent = lastSent(takes)
  const tried = sent ?? latestOf(takes, cameSecond)
  const byOther = tried !== null && isArrived && videoId !== null && videoId !== tried.id
  const take = byOther ? null : sent
  const declines = entries.some(({ name, state }) => name === 'question.decline' && state !== 'refused')
  const by = declines && !take && !isAnswered ? 'decline' : 'answer'
  return {
    at: 'dealt-with',
    by,
    isFree: false,
    take,
    isComing: isAnswered && !isArrived && !take,
    mayReplace: mayAnswer && !isArrived && by === 'answer' && take?.state !== 'sent',
    mayRecall: take !== null && isUnannounced(take, entries),
    byOther,
    leftOver: takes.filter((each) => isLeftOver(each) || (byOther && each === sent)),
  }
}

function lastSent(takes: readonly TakeRow[]): TakeRow | null {
  return latestOf(takes, ({ state }) => state === 'queued' || state === 'uploading' || state === 'sent')
}

/** Checks whether the server has refused the take because another video had arrived before it. */
function cameSecond({ state, refusal }: TakeRow): boolean {
  return state === 'refused' && refusal?.code === 'already-answered'
}

function latestOf(takes: readonly TakeRow[], isWanted: (take: TakeRow) => boolean): TakeRow | null {
  return latestFirst(takes).find(isWanted) ?? null
}

function latestFirst(takes: readonly TakeRow[]): TakeRow[] {
  return takes.toSorted((a, b) => b.recordedAt - a.recordedAt)
}
