import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAsked } from '../answer/use-waiting.ts'
import { isOpen } from '../answer/waiting.ts'
import { type KnownPerson, serverNow } from '../app/session.ts'
import { useDocument } from '../store/use-document.ts'

/**
 * Follows `?question=` of a notification: to the studio while the question may be answered, else to its conversation.
 * True while the question has not reached this device yet.
 */
export function useLinkedQuestion(named: unknown, person: KnownPerson): boolean {
  const questionId = typeof named === 'string' ? named : ''
  const { row } = useDocument('questions', questionId)
  const navigate = useNavigate()
  useEffect(() => {
    if (!row) return
    const isToAnswer = isAsked(row, person.id) && isOpen(row, serverNow())
    void (isToAnswer
      ? navigate({ to: '/dashboard/answer/$questionId', params: { questionId: row.id }, replace: true })
      : navigate({
          to: '/dashboard/conversation/$conversationId',
          params: { conversationId: row.conversationId },
          replace: true,
        }))
  }, [row, person.id, navigate])
  return questionId !== '' && !row
}
