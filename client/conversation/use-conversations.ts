import { useEffect, useRef } from 'react'
import type { AnswerDocument, ConversationDocument, QuestionDocument } from '../../sync/collections.ts'
import { useAskedOnceMore } from '../answer/reply/use-asked-once-more.ts'
import { isAsked, useWaiting } from '../answer/use-waiting.ts'
import { useSession } from '../api/session.ts'
import { useDocument, useDocuments } from '../store/use-document.ts'
import { type ConversationRow, conversationRows, saidAt } from './thread.ts'

/** How many of the latest questions are read to build the list. */
const LOOKED_THROUGH = 500

/** Returns the list of conversations from the documents on this device. */
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
  /** The latest questions, at most as many as wanted. */
  questions: QuestionDocument[]
  /** The answers to these questions, and all others since the oldest of them. */
  answers: AnswerDocument[]
  /** Older questions to which some of these answers belong. */
  older: QuestionDocument[]
  /** Whether there are earlier questions. */
  hasEarlier: boolean
  ready: boolean
}

/** Returns a conversation with its latest `wanted` questions and their answers, from the documents on this device. */
export function useThread(conversationId: string, wanted: number): ThreadView {
  const conversation = useDocument('conversations', conversationId)
  // Read one question more than is shown, to know whether there are earlier ones.
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

/** Returns the view that was shown last while a new query is still being read. */
function useLastOf<T>(view: T, isRead: boolean): T {
  const last = useRef(view)
  useEffect(() => {
    if (isRead) last.current = view
  })
  return isRead ? view : last.current
}
