import { useEffect, useRef } from 'react'
import type { AnswerDocument, ConversationDocument, QuestionDocument } from '../../sync/collections.ts'
import { useAskedOnceMore } from '../answer/reply/use-asked-once-more.ts'
import { isAsked, useWaiting } from '../answer/use-waiting.ts'
import { useSession } from '../api/session.ts'
import { useDocument, useDocuments } from '../store/use-document.ts'
import { type ConversationRow, conversationRows, saidAt } from './thread.ts'

/** So many of the latest questions are looked through for what stands in the list. */
const LOOKED_THROUGH = 500

/** The list of conversations, from this device. */
export function useConversationRows(): { rows: ConversationRow[]; ready: boolean } {
  const conversations = useDocuments('conversations')
  const questions = useDocuments('questions', { limit: LOOKED_THROUGH })
  const { account } = useSession()
  const { waiting, ready } = useWaiting()
  const open = new Set(waiting.map(({ question }) => question.id))
  const here = {
    isOpen: (question: QuestionDocument) => !ready || !isAsked(question, account) || open.has(question.id),
    askedOnceMore: new Set(useAskedOnceMore().map(({ question }) => question.id)),
  }
  return { rows: conversationRows(conversations.rows, questions.rows, here), ready: conversations.ready }
}

export type ThreadView = {
  conversation: ConversationDocument | null
  /** The latest, as many as were wanted. */
  questions: QuestionDocument[]
  /** From the oldest of these questions on. */
  answers: AnswerDocument[]
  /** Older questions whose answers are among these. */
  older: QuestionDocument[]
  /** Whether there may be more than was wanted. */
  hasEarlier: boolean
  ready: boolean
}

/** One conversation and the latest of what was said in it, from this device: `wanted` questions, where there are so many. */
export function useThread(conversationId: string, wanted: number): ThreadView {
  const conversation = useDocument('conversations', conversationId)
  // one more than is shown tells whether there are others
  const known = useDocuments('questions', { where: { conversationId }, limit: wanted + 1 })
  const found = useDocuments('answers', { where: { conversationId }, limit: 2 * wanted })
  const hasEarlier = known.rows.length > wanted
  const questions = known.rows.slice(0, wanted)
  const shown = new Set(questions.map(({ id }) => id))
  const from = hasEarlier ? Math.min(...questions.map(({ submittedAt }) => submittedAt)) : 0
  const answers = found.rows.filter((answer) => shown.has(answer.questionId) || saidAt(answer) >= from)
  const elsewhere = answers.map(({ questionId }) => questionId).filter((id) => !shown.has(id))
  const older = useDocuments('questions', { where: { id: elsewhere }, limit: Math.max(1, elsewhere.length) })
  const view = {
    conversation: conversation.row,
    questions,
    answers,
    older: older.rows,
    hasEarlier,
    ready: conversation.ready && known.ready,
  }
  return useLastOf(view, known.ready || questions.length > 0)
}

/** What was shown last, while another query is read. */
function useLastOf<T>(view: T, isRead: boolean): T {
  const last = useRef(view)
  useEffect(() => {
    if (isRead) last.current = view
  })
  return isRead ? view : last.current
}
