import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import { isUnreadable } from '../../../sync/media/tracks.ts'
import { cannotReadWords } from '../../answer/cannot-read-words.ts'
import { isOpenToReply } from '../../answer/reply/reply-stage.ts'
import { freeAnswerUntil, isDealtWith, isOpen, mayGoAgain } from '../../answer/waiting.ts'
import type { TakeRow } from '../../db/device.ts'
import type { Pending } from '../../store/pending.ts'
import { answersOf, isOfFormerOpening } from '../../store/sending/announced.ts'
import { networkKind } from '../../store/sending/network-preference.ts'
import { timeLeftMs } from '../../store/sending/speed.ts'
import { mayBeHeld, maySend } from '../../store/upload/upload-order.ts'
import {
  formatBytes,
  formatDeadline,
  formatLeft,
  formatSoon,
  formatUntil,
  formatWait,
} from '../../text/format.ts'
import type { OutboxFacts, OutboxItem } from './outbox-item.ts'

const MINUTE_MS = 60_000

/**
 * Says why a take waits or how fast it goes, and until when it must arrive; never more than this device knows. One
 * that cannot be read may have another in its place, if `canReplace`.
 */
export function underWay(
  take: TakeRow,
  { stage, canReplace }: Pick<Pending, 'stage'> & { canReplace: boolean },
  facts: OutboxFacts,
): Pick<OutboxItem, 'why' | 'left'> {
  if (!['saved', 'waiting', 'uploading', 'parked', 'sign-in', 'cannot-read'].includes(stage))
    return { why: null, left: null }
  return { why: whyWords(take, { stage, canReplace }, facts), left: leftWords(take, facts) }
}

function whyWords(
  take: TakeRow,
  { stage, canReplace }: Pick<Pending, 'stage'> & { canReplace: boolean },
  facts: OutboxFacts,
): string | null {
  if (stage === 'uploading') return speedWords(take)
  if (stage === 'cannot-read') return cannotReadWords(canReplace)
  return stage === 'saved' ? waitWords(take, facts) : needs(take, facts)
}

function speedWords({ bytes, uploadedBytes, bytesPerSecond = 0 }: TakeRow): string | null {
  const left = timeLeftMs(bytes - uploadedBytes, bytesPerSecond)
  return left === null ? null : `${formatBytes(bytesPerSecond)} a second, ${about(left)} to go`
}

/** Says what a take waits for although there is a network. */
function waitWords(
  take: TakeRow,
  { takes, entries, isHeld, bytesPerSecond, now }: OutboxFacts,
): string | null {
  if (!maySend(take, entries)) return 'We are telling the fan first that it is coming'
  if (isHeld && mayBeHeld(take)) return `Its video ${heldWords()}, as you chose in the outbox`
  if (typeof take.nextTryAt === 'number') return busyWords(take.nextTryAt - now)
  const ahead = takes.filter(
    (other) => other.id !== take.id && !other.cannotRead && maySend(other, entries) && isBefore(other, take),
  )
  if (ahead.length > 0)
    return ahead.length === 1 ? 'Another video goes first' : `${ahead.length} other videos go first`
  return needs(take, { bytesPerSecond })
}

/** Says what a video waits for by choice; if the browser does not know Wi-Fi, that is the switch alone. */
function heldWords(): string {
  return networkKind() === 'unknown' ? 'is held back' : 'waits for Wi-Fi'
}

function busyWords(left: number): string {
  if (left <= 0) return 'The server is busy; it is tried again soon'
  return `The server is busy; it is tried again ${left < MINUTE_MS ? 'within a minute' : `in ${formatWait(left)}`}`
}

function isBefore(one: TakeRow, other: TakeRow): boolean {
  const [due, later] = [one.dueAt ?? Number.MAX_SAFE_INTEGER, other.dueAt ?? Number.MAX_SAFE_INTEGER]
  return one.state === 'uploading' || due < later || (due === later && one.recordedAt < other.recordedAt)
}

/** Says how long the upload is likely to take once there is a network, by the speed of the last one. */
function needs(take: TakeRow, { bytesPerSecond }: Pick<OutboxFacts, 'bytesPerSecond'>): string | null {
  const left = timeLeftMs(take.bytes - take.uploadedBytes, bytesPerSecond)
  return left === null ? null : `Needs ${about(left)} at your last speed`
}

function about(milliseconds: number): string {
  if (milliseconds < 10_000) return 'a few seconds'
  return milliseconds < 60_000
    ? `about ${Math.ceil(milliseconds / 10_000) * 10} s`
    : `about ${formatLeft(milliseconds)}`
}

/** Says until when a take must arrive. An announced answer's video has a day more (D5); a reply has no deadline. */
function leftWords(take: TakeRow, { questions, entries, now }: OutboxFacts): string | null {
  if (take.purpose === 'reply') return null
  if (entries.some(({ name, subject }) => name === 'answer.give' && subject === take.questionId)) return null
  const grace = questions.find(({ id }) => id === take.questionId)?.graceEndsAt
  if (grace && grace <= now) return `Announced in time. The video is due ${formatUntil(grace, now)}.`
  if (grace) return `Announced in time. The video has until ${formatSoon(grace, now)} to arrive.`
  return take.dueAt === null ? null : formatDeadline(take.dueAt, now)
}

/** Returns the answer that a take was announced as; null when this device does not know it. */
export function answerOf(take: TakeRow, { answers, entries }: OutboxFacts): AnswerDocument | null {
  const own = answersOf(take.id, answers, entries)
  return own.find(({ state }) => state !== 'withdrawn') ?? own[0] ?? null
}

/**
 * Returns what to say of a take that arrived and could not be read as a video; null for any other. The server also
 * withdraws an answer when its question ends before the video arrives, and then the video is not at fault.
 */
export function unreadableWords(
  take: TakeRow,
  answer: Pick<AnswerDocument, 'state' | 'submittedAt'> | null,
  { questions, takes }: OutboxFacts,
): string | null {
  if (take.purpose !== 'answer' || answer?.state !== 'withdrawn') return null
  const question = questions.find(({ id }) => id === take.questionId)
  const isAwaited =
    question?.status === 'approved' && question.graceEndsAt === null && !isOfFormerOpening(answer, question)
  if (!isUnreadable(take.refusal?.code) && !(take.state === 'sent' && isAwaited)) return null
  return question && isOpen(question, takes)
    ? 'The server could not read this video. Record another one while there is time.'
    : 'The server could not read this video.'
}

/** Returns the item of a refused take whose question an admin has opened again: it may be sent unchanged (D54). */
export function reopenedItem(
  take: TakeRow,
  facts: OutboxFacts,
): Pick<OutboxItem, 'stage' | 'percent' | 'line' | 'left' | 'canSendAgain' | 'take'> | null {
  const { questions, takes, now } = facts
  const question = mayGoAgain(take) ? questions.find(({ id }) => id === take.questionId) : null
  if (!question || !isOpen(question, takes) || isDealtWith(question, facts)) return null
  const { dueAt } = question
  return {
    stage: 'kept',
    percent: 0,
    line: 'The question is open again. Your video is safe here.',
    left: dueAt === null ? null : formatDeadline(dueAt, now),
    canSendAgain: true,
    take: { ...take, dueAt },
  }
}

type Closed = Pick<OutboxItem, 'stage' | 'percent' | 'line' | 'why' | 'left' | 'canGive'> &
  Partial<Pick<OutboxItem, 'take'>>

/** Returns the item of a take whose question no longer needs an answer; the athlete decides about it (D5, D98). */
export function closedItem(take: TakeRow, facts: OutboxFacts): Closed | null {
  if (take.purpose === 'reply') return closedReply(clarificationOf(take, facts))
  if (take.purpose !== 'answer') return null
  const { questions, answers, takes, now } = facts
  const question = questions.find(({ id }) => id === take.questionId)
  if (!question || isOpen(question, takes)) return null
  if (take.state === 'kept' && mayReplace(question, facts)) return null
  const other = answers.find(({ questionId, videoId, state }) => {
    return questionId === question.id && videoId !== take.id && state !== 'withdrawn'
  })
  // A free answer may be replaced until its video arrives; one that was not paid for was shown to nobody (D33).
  const isUnpaid = question.reason === 'payment-lapsed' && other?.state === 'stored'
  const isAnswered = other !== undefined && other.state !== 'waiting' && !isUnpaid
  const isAnnounced = other?.state === 'waiting' && question.status === 'athlete rejected'
  const isSent = takes.some(({ id, questionId, purpose, state }) => {
    return id !== take.id && questionId === question.id && purpose === 'answer' && state === 'sent'
  })
  const givable = freeAnswerUntil(question, isAnswered, takes)
  const canGive = !isSent && !isUnreadable(take.refusal?.code) && givable.ok
  return {
    stage: 'closed',
    percent: 0,
    line: isAnswered
      ? 'Answered already, by another video.'
      : isAnnounced
        ? ANNOUNCED
        : closedWords(question),
    why: YOURS,
    // Until then the button says it all.
    left:
      canGive && givable.value <= now
        ? `Can be given for free until ${formatUntil(givable.value, now)}`
        : null,
    canGive,
    // By this deadline the device knows later what the server has refused.
    ...(canGive && { take: { ...take, dueAt: givable.value } }),
  }
}

/** Checks whether the answer is announced and its video has not arrived, so that another one may still be sent. */
function mayReplace(
  { id, status, graceEndsAt }: QuestionDocument,
  { answers }: Pick<OutboxFacts, 'answers'>,
): boolean {
  const isThere = answers.some(
    ({ questionId, state }) => questionId === id && (state === 'stored' || state === 'delivered'),
  )
  return status === 'approved' && graceEndsAt !== null && !isThere
}

const ANNOUNCED = 'A free answer was announced, and its video has not arrived.'
const YOURS = 'Your video is safe here. You decide what happens to it.'

/** Returns the follow-up that a reply is about; null when it is not on this device. */
export function clarificationOf(
  { purpose, questionId }: TakeRow,
  { questions }: Pick<OutboxFacts, 'questions'>,
): Clarification | null {
  const question = purpose === 'reply' ? questions.find(({ id }) => id === questionId) : null
  return question?.clarification ?? null
}

/** Returns the item of a reply whose follow-up has another reply by now, or gets none. */
function closedReply(clarification: Clarification | null): Closed | null {
  if (!clarification || isOpenToReply(clarification)) return null
  const line = clarification.reportedAt ? 'You reported the follow-up.' : 'There is a reply already.'
  return { stage: 'closed', percent: 0, line, why: YOURS, left: null, canGive: false }
}

function closedWords({ status, reason }: Pick<QuestionDocument, 'status' | 'reason'>): string {
  if (reason === 'declined') return 'You declined this question.'
  if (reason === 'no-answer') return 'The time to answer ran out. The fan is not charged.'
  if (reason === 'cancelled-by-asker') return 'The fan withdrew this question.'
  if (reason === 'payment-lapsed') return 'The payment could not be collected.'
  return status === 'approved' ? 'The time to answer is over.' : 'This question was closed in the meantime.'
}
