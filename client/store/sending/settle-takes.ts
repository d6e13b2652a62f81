import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { keepActivity } from '../account/activity.ts'
import { forgetNotes } from '../notes.ts'
import { discardTake, SENT_ANEW } from '../takes.ts'
import { answersOf, freeQuestion, isAnnouncement, isOfFormerOpening, videoOf } from './announced.ts'

type Confirmed = {
  answers: readonly Pick<AnswerDocument, 'videoId' | 'state'>[]
  /** Each with its subject where it is known. */
  questions: readonly { id: string; subject?: string }[]
}

/**
 * Returns the takes that a pull has shown to have arrived: an answer delivered to the fan, or the video of an asked
 * question.
 */
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

/**
 * Returns the questions whose takes here, their own video or an answer, a pull may confirm, each with the take's
 * state.
 */
export async function confirmableQuestions({ takes }: Device): Promise<{ id: string; state: string }[]> {
  const found = await takes.filter(({ purpose }) => purpose === 'answer' || purpose === 'question').toArray()
  return found.map(({ questionId, state }) => ({ id: questionId, state }))
}

/** Deletes the local copies of confirmed videos, and lists each delivered answer among the device's activities. */
export async function dropConfirmedTakes(device: Device, confirmed: Confirmed): Promise<void> {
  const takes = await device.takes.toArray()
  for (const { id, purpose, questionId } of confirmedTakes(takes, confirmed)) {
    if (!(await discardTake(device, id)) || purpose !== 'answer') continue
    await forgetNotes(device, questionId)
    const about = confirmed.questions.find((question) => question.id === questionId)?.subject
    await noteEnd(device, { purpose, about }, 'delivered')
  }
}

/**
 * Deletes the video of a guest's question after the server said that it was asked, because a guest has no
 * documents.
 */
export function dropAskedTakes(device: Device, questionId: string): Promise<void> {
  return dropConfirmedTakes(device, { answers: [], questions: [{ id: questionId }] })
}

/**
 * Returns the questions that a take here replies about, each with the take's state. A change in this list is a
 * reason to settle again.
 */
export async function repliedQuestions({ takes }: Device): Promise<{ id: string; state: string }[]> {
  const replies = await takes.filter(({ purpose }) => purpose === 'reply').toArray()
  return replies.map(({ questionId, state }) => ({ id: questionId, state }))
}

/**
 * Deletes a reply's video once a pull shows it as the reply. A reply that came too late, because another one was
 * there first, stays and is marked as refused.
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
      if (!(await discardTake(device, id))) continue
      await forgetNotes(device, reply.questionId)
      await noteEnd(device, reply, 'delivered')
    } else if (state === 'sent')
      await device.takes.update(id, { state: 'refused', refusal: { code: 'replied-already' } })
  }
}

/** What was pulled of the questions that answers on this device are on their way to. */
export type Pulled = {
  questions: readonly Pick<QuestionDocument, 'id' | 'status' | 'reason' | 'approvedAt' | 'graceEndsAt'>[]
  answers: readonly Pick<AnswerDocument, 'id' | 'questionId' | 'videoId' | 'state' | 'submittedAt'>[]
}

/**
 * Returns the questions that an answer here is on its way to, each with the state of the take and of its
 * announcements.
 */
export async function answeredQuestions(device: Device): Promise<{ id: string; state: string }[]> {
  return (await underWay(device)).map(({ take, entries }) => ({
    id: take.questionId,
    state: [take.state, ...entries.map(({ name, state }) => `${name} ${state}`)].join(', '),
  }))
}

/**
 * Stops answers on their way to a question that ended without them, and records the reason. The user then decides
 * what happens to the take, and the question is free for another one. The bytes stay, also where the server could
 * not read them.
 */
export async function settleAnswers(device: Device, pulled: Pulled): Promise<void> {
  const { takes, outbox } = device
  await device.transaction('rw', takes, outbox, async () => {
    for (const { take, entries } of await underWay(device)) {
      const code = whyNot(take, entries, pulled)
      if (!code) continue
      await takes.update(take.id, { ...SENT_ANEW, state: 'refused', refusal: { code } })
      await freeQuestion(device, take.id)
    }
  })
}

/**
 * Returns the answers and replies that were refused and not listed yet, whether a page or the service worker heard
 * of it.
 */
export function unlistedRefusals({ takes }: Device): Promise<TakeRow[]> {
  return takes
    .where({ state: 'refused' })
    .and(({ purpose, isListed }) => purpose !== 'question' && !isListed)
    .toArray()
}

/** Lists refused takes among the activities, each once, however many tabs have seen it. */
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

/** Returns the answers on their way from here, each with its announcements that were not refused. */
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
  { questions, answers }: Pulled,
): RefusalCode | null {
  // Wait for the server's outcome of the announcement, because it decides about the take as well.
  if (entries.some((entry) => entry.state !== 'settled')) return null
  const own = answersOf(id, answers, entries)
  const isWithdrawn = own.length > 0 && own.every((answer) => answer.state === 'withdrawn')
  if (entries.at(-1)?.name === 'answer.give') return isWithdrawn ? 'video-unreadable' : null
  const delivered = answers.find((answer) => answer.questionId === questionId && answer.state === 'delivered')
  if (delivered) return delivered.videoId === id ? null : 'already-answered'
  const question = questions.find((each) => each.id === questionId)
  // The question is hidden, because its fan left.
  if (!question) return isWithdrawn ? 'not-approved' : null
  const { status, reason, graceEndsAt } = question
  if (status === 'rejected' || status === 'athlete rejected') return ENDED[reason ?? ''] ?? 'not-approved'
  // Time does not decide, because a device's clock may be wrong.
  const isOpen = status === 'approved' && graceEndsAt === null
  if (!isOpen || !isWithdrawn) return null
  if (own.every((answer) => isOfFormerOpening(answer, question))) return 'too-late'
  return state === 'sent' ? 'video-unreadable' : null
}

const ENDED: Record<string, RefusalCode> = { 'no-answer': 'too-late', 'payment-lapsed': 'hold-gone' }

type Ended = Pick<TakeRow, 'purpose' | 'about'>

/** Adds to the device's activities how an answer or reply sent from here ended. */
function noteEnd(device: Device, { purpose, about }: Ended, end: 'delivered' | 'refused') {
  const what = purpose === 'reply' ? 'Your reply' : 'Your answer'
  const named = about ? `${what} about “${about}”` : what
  return keepActivity(
    device.account,
    end === 'delivered'
      ? { text: `${named} was delivered`, tone: 'success' }
      : { text: `${named} was not accepted. The outbox says why.`, tone: 'danger' },
  )
}
