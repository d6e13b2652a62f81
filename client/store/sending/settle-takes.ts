import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { discardTake, SENT_ANEW } from '../takes.ts'
import { answersOf, freeQuestion, isAnnouncement, isOfFormerOpening, videoOf } from './announced.ts'
import { noteEnd } from './note-end.ts'

type Confirmed = {
  answers: readonly Pick<AnswerDocument, 'videoId' | 'state'>[]
  /** With its subject where that is known. */
  questions: readonly { id: string; subject?: string }[]
}

/** The takes whose video a pull has shown to be where it was going: delivered to the fan, or part of a question. */
function confirmedTakes(takes: readonly TakeRow[], { answers, questions }: Confirmed): TakeRow[] {
  const delivered = new Set(
    answers.filter(({ state }) => state === 'delivered').map(({ videoId }) => videoId),
  )
  const asked = new Set(questions.map(({ id }) => id))
  return takes.filter(({ id, purpose, questionId, state }) =>
    purpose === 'answer'
      ? delivered.has(id)
      : purpose === 'question' && state === 'sent' && asked.has(questionId),
  )
}

/** The questions that a video here is part of or answers, each with how far it is: a pull may show that it arrived. */
export async function confirmableQuestions({ takes }: Device): Promise<{ id: string; state: string }[]> {
  const found = await takes.filter(({ purpose }) => purpose === 'answer' || purpose === 'question').toArray()
  return found.map(({ questionId, state }) => ({ id: questionId, state }))
}

/** Takes confirmed videos off this device: the only moment at which a local copy goes by itself. */
export async function dropConfirmedTakes(device: Device, confirmed: Confirmed): Promise<void> {
  const takes = await device.takes.toArray()
  for (const { id, purpose, questionId } of confirmedTakes(takes, confirmed)) {
    if (!(await discardTake(device, id)) || purpose !== 'answer') continue
    const about = confirmed.questions.find((question) => question.id === questionId)?.subject
    await noteEnd(device, { purpose, about }, 'delivered')
  }
}

/** The same for a guest, who has no documents: the server said that the question was asked. */
export function dropAskedTakes(device: Device, questionId: string): Promise<void> {
  return dropConfirmedTakes(device, { answers: [], questions: [{ id: questionId }] })
}

/** The questions that a video here replies about, each with how far it is: when one changes, it may be time to settle. */
export async function repliedQuestions({ takes }: Device): Promise<{ id: string; state: string }[]> {
  const replies = await takes.filter(({ purpose }) => purpose === 'reply').toArray()
  return replies.map(({ questionId, state }) => ({ id: questionId, state }))
}

/**
 * The same for replies: a video that a pull shows to be the reply goes. One that came too late, because there is another
 * reply by now, stays and says so.
 */
export async function settleReplies(
  device: Device,
  questions: readonly Pick<QuestionDocument, 'id' | 'clarification'>[],
): Promise<void> {
  const asked = new Map(questions.map(({ id, clarification }) => [id, clarification]))
  const replies = await device.takes.filter(({ purpose }) => purpose === 'reply').toArray()
  for (const reply of replies) {
    const { id, state } = reply
    const clarification = asked.get(reply.questionId)
    if (!clarification || (clarification.repliedAt ?? clarification.reportedAt) === null) continue
    if (clarification.video?.id === id) {
      if (await discardTake(device, id)) await noteEnd(device, reply, 'delivered')
    } else if (state === 'sent')
      await device.takes.update(id, { state: 'refused', refusal: { code: 'replied-already' } })
  }
}

/** What was pulled of the questions that answers here are on their way to. */
export type Pulled = {
  questions: readonly Pick<
    QuestionDocument,
    'id' | 'status' | 'reason' | 'approvedAt' | 'dueAt' | 'graceEndsAt'
  >[]
  answers: readonly Pick<AnswerDocument, 'id' | 'questionId' | 'videoId' | 'state' | 'submittedAt'>[]
}

/** The questions that an answer here is on its way to, each with how far it and what announces it are. */
export async function answeredQuestions(device: Device): Promise<{ id: string; state: string }[]> {
  return (await underWay(device)).map(({ take, entries }) => ({
    id: take.questionId,
    state: [take.state, ...entries.map(({ name, state }) => `${name} ${state}`)].join(', '),
  }))
}

/**
 * An answer on its way to a question that ended without it leaves no further and says why: its owner decides what
 * becomes of it, and its question is free for what they decide. Its bytes stay, as they do where the server could not
 * read them.
 */
export async function settleAnswers(device: Device, pulled: Pulled, now: number): Promise<void> {
  const { takes, outbox } = device
  await device.transaction('rw', takes, outbox, async () => {
    for (const { take, entries } of await underWay(device)) {
      const code = whyNot(take, entries, { ...pulled, now })
      if (!code) continue
      await takes.update(take.id, { ...SENT_ANEW, state: 'refused', refusal: { code } })
      await freeQuestion(device, take.id)
    }
  })
}

/** Answers and replies that were refused, whoever heard of it: a page, or the worker while none was open. */
export function unlistedRefusals({ takes }: Device): Promise<TakeRow[]> {
  return takes
    .where({ state: 'refused' })
    .and(({ purpose, isListed }) => purpose !== 'question' && !isListed)
    .toArray()
}

/** Lists them among what happened on this device, each once, however many tabs have seen it. */
export async function listRefusals(device: Device, refused: readonly TakeRow[]): Promise<void> {
  for (const take of refused) {
    const isNew = await device.takes
      .where({ id: take.id })
      .and(({ state, isListed }) => state === 'refused' && !isListed)
      .modify({ isListed: true })
    if (isNew > 0) await noteEnd(device, take, 'refused')
  }
}

type UnderWay = { take: TakeRow; entries: OutboxRow[] }

/** The answers on their way from here, with what announces each and was not refused. */
async function underWay({ takes, outbox }: Device): Promise<UnderWay[]> {
  const found = await takes.where('state').anyOf('queued', 'uploading', 'sent').toArray()
  const answers = found.filter(({ purpose }) => purpose === 'answer')
  if (answers.length === 0) return []
  const entries = await outbox
    .filter(({ name, state }) => isAnnouncement(name) && state !== 'refused')
    .toArray()
  return answers.map((take) => ({ take, entries: entries.filter((entry) => videoOf(entry) === take.id) }))
}

function whyNot(
  { id, questionId, state }: TakeRow,
  entries: readonly OutboxRow[],
  { questions, answers, now }: Pulled & { now: number },
): RefusalCode | null {
  // the server is still to say what it makes of the announcement, and with it of the take
  if (entries.some((entry) => entry.state !== 'settled')) return null
  const own = answersOf(id, answers, entries)
  const isWithdrawn = own.length > 0 && own.every((answer) => answer.state === 'withdrawn')
  if (entries.at(-1)?.name === 'answer.give') return isWithdrawn ? 'video-unreadable' : null
  const delivered = answers.find((answer) => answer.questionId === questionId && answer.state === 'delivered')
  if (delivered) return delivered.videoId === id ? null : 'already-answered'
  const question = questions.find((each) => each.id === questionId)
  // hidden with the fan who left
  if (!question) return isWithdrawn ? 'not-approved' : null
  const { status, reason, dueAt, graceEndsAt } = question
  if (status === 'rejected' || status === 'athlete rejected') return ENDED[reason ?? ''] ?? 'not-approved'
  const isOpen = status === 'approved' && graceEndsAt === null && dueAt !== null && now < dueAt
  if (!isOpen || !isWithdrawn) return null
  if (own.every((answer) => isOfFormerOpening(answer, question))) return 'too-late'
  return state === 'sent' ? 'video-unreadable' : null
}

const ENDED: Record<string, RefusalCode> = { 'no-answer': 'too-late', 'payment-lapsed': 'hold-gone' }
