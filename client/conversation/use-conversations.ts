import type { AnswerDocument, ConversationDocument, QuestionDocument } from '../../sync/collections.ts'
import { useAskedOnceMore } from '../answer/reply/use-asked-once-more.ts'
import { isAsked, useWaiting } from '../answer/use-waiting.ts'
import { useSession } from '../api/session.ts'
import { useDocument, useDocuments } from '../store/use-document.ts'
import { type ConversationRow, conversationRows } from './thread.ts'

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
  questions: QuestionDocument[]
  answers: AnswerDocument[]
  ready: boolean
}

/** One conversation with everything said in it, from this device. */
export function useThread(conversationId: string): ThreadView {
  const conversation = useDocument('conversations', conversationId)
  const questions = useDocuments('questions', { where: { conversationId } })
  const answers = useDocuments('answers', { where: { conversationId } })
  return {
    conversation: conversation.row,
    questions: questions.rows,
    answers: answers.rows,
    ready: conversation.ready && questions.ready,
  }
}
