import type {
  AnswerDocument,
  ConversationDocument,
  Partner,
  QuestionDocument,
} from '../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../store/device.ts'

/** A question that waits for the athlete, and who asked it. */
export type Waiting = { question: QuestionDocument; asker: Partner | null }

/** What this device knows of answers and refusals on their way. */
export type UnderWay = {
  takes: readonly Pick<TakeRow, 'id' | 'questionId' | 'purpose' | 'state'>[]
  entries: readonly Pick<OutboxRow, 'name' | 'subject' | 'state'>[]
  answers: readonly Pick<AnswerDocument, 'videoId' | 'state'>[]
}

const ON_ITS_WAY: readonly TakeRow['state'][] = ['queued', 'uploading', 'sent']

/**
 * Approved questions nobody has answered yet, the one due first first. What this device has already answered or
 * declined is on its way and waits no longer; what ran out of time is no longer there to be answered (D5).
 */
export function waitingQuestions(
  questions: readonly QuestionDocument[],
  conversations: readonly Pick<ConversationDocument, 'id' | 'partner'>[],
  { now, ...underWay }: UnderWay & { now: number },
): Waiting[] {
  const partners = new Map(conversations.map(({ id, partner }) => [id, partner]))
  return questions
    .filter((question) => isOpen(question, now) && !isDealtWith(question.id, underWay))
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.submittedAt - b.submittedAt)
    .map((question) => ({ question, asker: partners.get(question.conversationId) ?? null }))
}

/** Whether the athlete may still answer, as far as this device knows; the server's word is the one that counts. */
export function isOpen(
  { status, dueAt, graceEndsAt }: Pick<QuestionDocument, 'status' | 'dueAt' | 'graceEndsAt'>,
  now: number,
): boolean {
  return status === 'approved' && graceEndsAt === null && dueAt !== null && now < dueAt
}

/**
 * Whether an answer or a refusal of this question is already on its way from this device. A video that could not be
 * read leaves the question open: another one may be recorded.
 */
export function isDealtWith(questionId: string, { takes, entries, answers }: UnderWay): boolean {
  const withdrawn = new Set(
    answers.filter(({ state }) => state === 'withdrawn').map(({ videoId }) => videoId),
  )
  const isSent = takes.some(
    ({ id, purpose, questionId: of, state }) =>
      purpose === 'answer' && of === questionId && ON_ITS_WAY.includes(state) && !withdrawn.has(id),
  )
  const isDeclined = entries.some(
    ({ name, subject, state }) =>
      name === 'question.decline' && subject === questionId && state !== 'refused',
  )
  return isSent || isDeclined
}
