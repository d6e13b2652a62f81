import { givableUntil } from '../../sync/answer/submit.ts'
import type {
  AnswerDocument,
  ConversationDocument,
  Partner,
  QuestionDocument,
} from '../../sync/collections.ts'
import type { RefusalCode } from '../../sync/errors.ts'
import { type Result, refuse } from '../../sync/result.ts'
import type { OutboxRow, TakeRow } from '../db/device.ts'
import { answersOf } from '../store/sending/announced.ts'

/** A question that waits for the athlete, and the fan who asked it. */
export type Waiting = { question: QuestionDocument; asker: Partner | null }

type KnownTake = Pick<TakeRow, 'id' | 'questionId' | 'purpose' | 'state'> &
  Partial<Pick<TakeRow, 'refusal' | 'dueAt'>>

/** What this device knows of answers and declines on their way. */
export type UnderWay = {
  takes: readonly KnownTake[]
  /** Declines, and the intents that announce the takes. */
  entries: readonly Pick<OutboxRow, 'name' | 'subject' | 'state' | 'args' | 'value'>[]
  answers: readonly Pick<AnswerDocument, 'id' | 'videoId' | 'state'>[]
}

const ON_ITS_WAY: readonly TakeRow['state'][] = ['queued', 'uploading', 'sent']

/**
 * Returns the approved questions that nobody has answered yet, the earliest due first. Leaves out those that this
 * device has already answered or declined, and those of which the server has said that their time is over (D5).
 */
export function waitingQuestions(
  questions: readonly QuestionDocument[],
  conversations: readonly Pick<ConversationDocument, 'id' | 'partner'>[],
  underWay: UnderWay,
): Waiting[] {
  const partners = new Map(conversations.map(({ id, partner }) => [id, partner]))
  return questions
    .filter((question) => isOpen(question, underWay.takes) && !isDealtWith(question, underWay))
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.submittedAt - b.submittedAt)
    .map((question) => ({ question, asker: partners.get(question.conversationId) ?? null }))
}

/**
 * Checks whether the athlete can still answer, as far as the server has told this device. The deadline alone closes
 * no question here, because the device's clock may be wrong: the server ends a question whose time is over, and
 * refuses an answer that comes too late.
 */
export function isOpen(
  question: Pick<QuestionDocument, 'id' | 'status' | 'dueAt' | 'graceEndsAt'>,
  takes: readonly KnownTake[],
): boolean {
  const { status, dueAt, graceEndsAt } = question
  return (
    status === 'approved' && graceEndsAt === null && dueAt !== null && !isToldOver(question.id, dueAt, takes)
  )
}

/**
 * Returns until when the server takes a free answer to an ended question, by its own clock (D5). Refuses what
 * `givableUntil` refuses, and `too-late` once the server has refused one from here for that.
 */
export function freeAnswerUntil(
  question: QuestionDocument,
  answered: boolean,
  takes: readonly KnownTake[],
): Result<number> {
  const until = givableUntil({ ...question, answered })
  return until.ok && isToldOver(question.id, until.value, takes) ? refuse('too-late') : until
}

/**
 * Checks whether the server has refused an answer from here because this deadline was over. A question that was opened
 * again, or has ended again, has another deadline.
 */
function isToldOver(id: string, dueAt: number, takes: readonly KnownTake[]): boolean {
  return takes.some(
    (take) =>
      take.questionId === id &&
      take.purpose === 'answer' &&
      take.state === 'refused' &&
      take.refusal?.code === 'too-late' &&
      take.dueAt === dueAt,
  )
}

/**
 * Checks whether an answer or a decline of this question is on its way from this device. A video that could not be
 * read leaves the question open for another one. So does a decline from before an admin opened the question again;
 * the revision tells, because a device's clock may be a day ahead.
 */
export function isDealtWith(
  { id, revision }: Pick<QuestionDocument, 'id' | 'revision'>,
  underWay: UnderWay,
): boolean {
  const isDeclined = underWay.entries.some(
    ({ name, subject, state, value }) =>
      name === 'question.decline' &&
      subject === id &&
      state !== 'refused' &&
      !(state === 'settled' && revision > revisionOf(value)),
  )
  return isDeclined || isAnswerUnderWay(id, underWay)
}

/** Checks whether an answer to this question is on its way from this device, paid or free. */
export function isAnswerUnderWay(questionId: string, { takes, ...known }: UnderWay): boolean {
  return takes.some(
    (take) =>
      take.purpose === 'answer' &&
      take.questionId === questionId &&
      ON_ITS_WAY.includes(take.state) &&
      !isWithdrawn(take.id, known),
  )
}

/** Returns the question's revision after a settled decline. */
function revisionOf(value: OutboxRow['value']): number {
  return typeof value?.revision === 'number' ? value.revision : 0
}

function isWithdrawn(takeId: string, { entries, answers }: Omit<UnderWay, 'takes'>): boolean {
  const own = answersOf(takeId, answers, entries)
  return own.length > 0 && own.every(({ state }) => state === 'withdrawn')
}

/** The refusals of a take that are about its question and not about the video. */
const ENDED: readonly RefusalCode[] = [
  'too-late',
  'not-approved',
  'already-answered',
  'hold-gone',
  // An admin was reading the question again, which hides it, or had opened it again when a free answer came.
  'not-found',
  'not-expired',
]

/** Checks whether a take was refused only because its question had ended, so that it may be sent again (D54). */
export function mayGoAgain({
  purpose,
  state,
  refusal,
}: Pick<TakeRow, 'purpose' | 'state' | 'refusal'>): boolean {
  return purpose === 'answer' && state === 'refused' && refusal !== null && ENDED.includes(refusal.code)
}
