import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { isUnannounced } from '../../store/sending/recall.ts'
import { isDealtWith, isOpen, mayGoAgain } from '../waiting.ts'

/** Where the studio is with its question. */
export type StudioStage =
  | { at: 'loading' }
  /** The question is not, or no longer, on this device, or not this person's to answer; what was recorded for it is kept. */
  | { at: 'missing'; takes: TakeRow[] }
  /** `kept`: a take to be sent, the first time or, where the desk has opened the question again, once more. */
  | { at: 'open'; kept: TakeRow | null }
  /** Answered or declined. */
  | DealtWith
  /** It cannot be answered any more; what was recorded for it is kept. */
  | { at: 'closed'; takes: TakeRow[] }

export type DealtWith = {
  at: 'dealt-with'
  by: 'answer' | 'decline'
  /** While it is on its way from this device, or still on it. */
  take: TakeRow | null
  /** Another device announced its answer, whose video has not arrived. */
  isComing: boolean
  /** Another recording may still take its place: the server has not all of the video. */
  mayReplace: boolean
  /** Its announcement has not left this device, as far as is known. */
  mayRecall: boolean
  /** Another video answered it than the one that this device has sent. */
  byOther: boolean
  /** What was recorded besides: it goes nowhere by itself. */
  leftOver: readonly TakeRow[]
}

export type StudioFacts = {
  question: QuestionDocument | null
  ready: boolean
  personId: string
  answers: readonly AnswerDocument[]
  /** Of this question; null while they are being read. */
  here: { takes: readonly TakeRow[]; entries: readonly OutboxRow[] } | null
  now: number
}

/** What the studio shows: what this device and the server's last word come to; the server's word wins (D98). */
export function studioStage({ question, ready, personId, answers, here, now }: StudioFacts): StudioStage {
  if (!here || (!question && !ready)) return { at: 'loading' }
  const takes = here.takes.filter(({ purpose }) => purpose === 'answer')
  if (question?.athleteId !== personId) return { at: 'missing', takes: takes.filter(isLeftOver) }
  const underWay = { takes, entries: here.entries, answers }
  const answer = answers.find(({ state }) => state !== 'withdrawn')
  const isAnswered = answer !== undefined || question.graceEndsAt !== null
  if (question.status === 'approved' && (isAnswered || isDealtWith(question, underWay))) {
    const isArrived = answer !== undefined && answer.state !== 'waiting'
    const mayAnswer = now < (question.graceEndsAt ?? question.dueAt ?? 0)
    return dealtWith(underWay, { isAnswered, isArrived, mayAnswer, videoId: answer?.videoId ?? null })
  }
  if (question.status === 'completed') {
    const videoId = answer?.videoId ?? null
    return dealtWith(underWay, { isAnswered: true, isArrived: true, mayAnswer: false, videoId })
  }
  if (isOpen(question, now)) {
    return { at: 'open', kept: latestOf(takes, (take) => take.state === 'kept' || mayGoAgain(take)) }
  }
  return { at: 'closed', takes: takes.filter(isLeftOver) }
}

/** A take that goes nowhere by itself. */
export function isLeftOver({ state }: TakeRow): boolean {
  return state === 'kept' || state === 'refused'
}

type Answered = {
  isAnswered: boolean
  /** The server has all of the video. */
  isArrived: boolean
  /** There is time to announce another one. */
  mayAnswer: boolean
  /** Which one it is, where the server has told it. */
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

/** The server has told it so, where it came there after the other one. */
function cameSecond({ state, refusal }: TakeRow): boolean {
  return state === 'refused' && refusal?.code === 'already-answered'
}

function latestOf(takes: readonly TakeRow[], isWanted: (take: TakeRow) => boolean): TakeRow | null {
  const found = takes.filter(isWanted)
  return found.toSorted((a, b) => b.recordedAt - a.recordedAt)[0] ?? null
}
