import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isAsked } from '../answer/use-waiting.ts'
import { isOpen } from '../answer/waiting.ts'
import { useOnline } from '../api/connection.ts'
import type { KnownPerson } from '../api/session.ts'
import { useDocument } from '../store/use-document.ts'

/** How many milliseconds to wait for a question, which reaches this device with its notification or soon after. */
const PATIENCE_MS = 10_000

/** `opening` while the question may still come, `missing` once it is not expected; it is opened whenever it comes. */
export type Linked = 'opening' | 'missing' | null

/** Follows a notification's `?question=`: to the studio if the question can be answered, else to its conversation. */
export function useLinkedQuestion(named: unknown, person: KnownPerson): Linked {
  const questionId = typeof named === 'string' ? named : ''
  const { row, ready } = useDocument('questions', questionId)
  const isOnline = useOnline()
  const isLate = useLate(questionId)
  const navigate = useNavigate()
  useEffect(() => {
    if (!row) return
    const isToAnswer = isAsked(row, person.id) && isOpen(row, [])
    void (isToAnswer
      ? navigate({ to: '/dashboard/answer/$questionId', params: { questionId: row.id }, replace: true })
      : navigate({
          to: '/dashboard/conversation/$conversationId',
          params: { conversationId: row.conversationId },
          replace: true,
        }))
  }, [row, person.id, navigate])
  return questionId === '' || row ? null : linked({ isRead: ready, isOnline, isLate })
}

/** Returns the state of a question that is not here. `isRead`: this device has looked, and has pulled all once. */
export function linked({
  isRead,
  isOnline,
  isLate,
}: Record<'isRead' | 'isOnline' | 'isLate', boolean>): Linked {
  return isLate || (isRead && !isOnline) ? 'missing' : 'opening'
}

function useLate(questionId: string): boolean {
  const [late, setLate] = useState('')
  useEffect(() => {
    if (!questionId) return
    const timer = setTimeout(() => setLate(questionId), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [questionId])
  return questionId !== '' && late === questionId
}
