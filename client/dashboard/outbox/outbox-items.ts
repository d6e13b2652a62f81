import { DAY_MS } from '../../../sync/limits.ts'
import { partnerName } from '../../answer/asker-words.ts'
import { isUnreadable, REPLY_UNREADABLE } from '../../answer/reply/reply-stage.ts'
import { captionsRefused } from '../../answer/transcript/captions-refused.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { type Pending, pendingOf } from '../../store/pending.ts'
import { isAnnouncementOf } from '../../store/sending/announced.ts'
import { isUnannounced } from '../../store/sending/recall.ts'
import { isOnItsWay, mayBeHeld } from '../../store/upload/upload-order.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import type { OutboxFacts, OutboxItem } from './outbox-item.ts'
import {
  answerOf,
  clarificationOf,
  closedItem,
  reopenedItem,
  underWay,
  unreadableWords,
} from './outbox-words.ts'
import { spokenAs } from './spoken.ts'

/** Returns the items: first those that need the user, then those under way by deadline, then those that arrived. */
export function outboxItems(facts: OutboxFacts): OutboxItem[] {
  const takes = facts.takes.toSorted((a, b) => (a.dueAt ?? a.recordedAt) - (b.dueAt ?? b.recordedAt))
  const items = [
    ...takes.map((take) => takeItem(take, facts)),
    ...facts.entries.map((entry) => entryItem(entry, facts)),
    ...deliveredItems(facts),
  ].filter((item) => item !== null)
  return items.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns the subjects of the takes and waiting entries, each once and sorted, so that the same set is read once. */
export function subjectsOf({ takes, entries }: Pick<OutboxFacts, 'takes' | 'entries'>): string[] {
  const waiting = entries.filter(({ state }) => state !== 'settled')
  const subjects = [...takes.map(({ questionId }) => questionId), ...waiting.map(({ subject }) => subject)]
  return [...new Set(subjects)].toSorted()
}

/** Counts the items that the server does not have yet. */
export function unsentCount(items: readonly OutboxItem[]): number {
  return items.filter(({ stage }) => stage !== 'sent' && stage !== 'delivered').length
}

function rankOf({ stage, canSendAgain }: OutboxItem): number {
  if (
    canSendAgain ||
    stage === 'closed' ||
    stage === 'refused' ||
    stage === 'unreadable' ||
    stage === 'cannot-read' ||
    stage === 'unfinished'
  )
    return 0
  if (stage === 'delivered') return 3
  return stage === 'sent' ? 2 : 1
}

function takeItem(take: TakeRow, facts: OutboxFacts): OutboxItem | null {
  // The list shows the shorter take that was made of this one.
  if (take.state === 'cut') return null
  // An unsent video of a question belongs to its draft, which is shown elsewhere.
  if (take.purpose === 'question' && (take.state === 'recording' || take.state === 'kept')) return null
  const about = {
    ...aboutOf(take.questionId, facts, take.purpose === 'question' ? 'Your question' : 'A recording'),
    ...PLAIN,
    id: take.id,
    kind: take.purpose,
    take,
    entryId: null,
  }
  if (take.state === 'recording') {
    const line = 'A recording was interrupted. Keep what is there, or discard it.'
    return { ...about, stage: 'unfinished', percent: 0, line }
  }
  const reopened = reopenedItem(take, facts)
  if (reopened) return { ...about, ...reopened }
  const answer = answerOf(take, facts)
  const unread = unreadableWords(take, answer, facts)
  if (unread) return { ...about, stage: 'unreadable', percent: 0, line: unread }
  const closed = take.state === 'kept' || take.state === 'refused' ? closedItem(take, facts) : null
  if (closed) return { ...about, ...closed }
  if (take.state === 'kept') {
    const isGone =
      take.purpose === 'answer' &&
      facts.knowsQuestions &&
      !facts.questions.some(({ id }) => id === take.questionId)
    const line = `Saved ${keptWhere()}. ${isGone ? 'Its question is no longer here.' : 'Not sent yet.'}`
    return { ...about, stage: 'kept', percent: 0, line }
  }
  if (isUnreadable(take, clarificationOf(take, facts))) {
    return { ...about, stage: 'unreadable', percent: 0, line: REPLY_UNREADABLE }
  }
  const entries = facts.entries.filter((entry) =>
    take.purpose === 'question' ? entry.subject === take.questionId : isAnnouncementOf(entry, take.id),
  )
  const { online, ended } = facts
  const isHeld = facts.isHeld && mayBeHeld(take)
  const delivered = answer?.state === 'delivered'
  const pending = pendingOf({ take, entries, online, ended, isHeld, delivered })
  if (!pending) return null
  const canRecall = take.purpose !== 'question' && isUnannounced(take, facts.entries)
  const canReplace =
    take.purpose === 'answer' && isOnItsWay(take) && !entries.some(({ name }) => name === 'answer.give')
  return {
    ...about,
    ...spoken(pending),
    ...underWay(take, { stage: pending.stage, canReplace }, facts),
    ...{ canRecall, canReplace, entryId: pending.entryId },
  }
}

function entryItem(entry: OutboxRow, facts: OutboxFacts): OutboxItem | null {
  const kind = spokenAs(entry.name)
  const isCarried =
    kind === 'question' &&
    facts.takes.some(({ purpose, questionId }) => purpose === kind && questionId === entry.subject)
  if (!kind || isCarried || entry.state === 'settled') return null
  const { online, ended } = facts
  const pending = pendingOf({ take: null, entries: [entry], online, ended, delivered: false })
  if (!pending) return null
  const about =
    ABOUT_NO_QUESTION[kind] ??
    aboutOf(entry.subject, facts, kind === 'question' ? 'Your question' : 'A question')
  return {
    ...about,
    ...PLAIN,
    id: entry.id,
    kind,
    take: null,
    ...spoken(pending),
    ...(kind === 'captions' && pending.refusal && { line: captionsRefused(pending.refusal) }),
    why: pending.stage === 'refused' ? wordsOf(kind, entry) : null,
    entryId: entry.id,
  }
}

/** Returns the words of a refused entry, of which no other copy is kept; null where the words are kept elsewhere. */
function wordsOf(kind: OutboxItem['kind'], { args }: OutboxRow): string | null {
  if (kind === 'question' || kind === 'profile') return null
  const words = args.text ?? args.note ?? args.content
  return words ? `You wrote: “${words}”` : null
}

const ABOUT_NO_QUESTION: Partial<
  Record<OutboxItem['kind'], Pick<OutboxItem, 'questionId' | 'title' | 'who'>>
> = {
  profile: { questionId: '', title: 'Your profile', who: null },
  message: { questionId: '', title: 'Your message', who: 'our team' },
}

/** Returns the answers delivered in the last day, whose takes are no longer on this device. */
function deliveredItems(facts: OutboxFacts): OutboxItem[] {
  const here = new Set(facts.takes.map(({ id }) => id))
  return facts.answers
    .filter(({ state, deliveredAt }) => state === 'delivered' && isRecent(deliveredAt, facts.now))
    .filter(({ videoId }) => !here.has(videoId))
    .map((answer) => ({
      ...aboutOf(answer.questionId, facts, 'A question'),
      ...PLAIN,
      id: answer.id,
      kind: 'answer',
      stage: 'delivered',
      percent: 100,
      line: 'Delivered',
      take: null,
      videoId: answer.videoId,
      entryId: null,
    }))
}

const PLAIN = {
  ...{ why: null, left: null, canGive: false, canSendAgain: false },
  ...{ canRecall: false, canReplace: false, videoId: null },
}

function isRecent(at: number | null, now: number): boolean {
  return at !== null && at > now - DAY_MS
}

/** Returns what an item is about; `unknown` is its title when the question is not, or no longer, on this device. */
function aboutOf(
  questionId: string,
  { questions, partners }: Pick<OutboxFacts, 'questions' | 'partners'>,
  unknown: string,
): Pick<OutboxItem, 'questionId' | 'title' | 'who'> {
  const question = questions.find(({ id }) => id === questionId)
  const partner = question && partners.get(question.conversationId)
  return {
    questionId,
    title: question?.subject ?? unknown,
    who: partner ? partnerName(partner) : null,
  }
}

function spoken({ stage, percent, line, refusal }: Pending): Pick<OutboxItem, 'stage' | 'percent' | 'line'> {
  return { stage, percent, line: refusal ? refusalText(refusal) : line }
}
