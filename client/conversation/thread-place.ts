import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from './thread.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The question whose follow-up the thread scrolls to when the athlete comes back from replying. */
    followUp?: string
  }
}

/** Returns the element id of the follow-up about a question. */
export const followUpId = (questionId: string) => `follow-up-${questionId}`

/** Marks the button that leads to answering a question, so that `useLatestInView` can find it. */
export const TO_ANSWER = { 'data-to-answer': '' }

/**
 * Scrolls the thread to its latest message, if the thread has more than three. If a question waits for an answer,
 * scrolls to the button of the latest such question instead. An athlete who comes back from replying to a
 * follow-up sees that follow-up.
 */
export function useLatestInView(messages: readonly Message[], open: ReadonlySet<string>) {
  const days = useRef<HTMLDivElement>(null)
  const followUp = useLocation({ select: ({ state }) => state.followUp })
  const left = messages.find(({ kind, question }) => kind === 'answer' && question?.id === followUp)?.id
  const latest = messages.length > 3 ? messages.at(-1)?.id : undefined
  const waiting = messages.findLast(({ id }) => open.has(id))?.id
  useEffect(() => {
    if (left && followUp) {
      document.getElementById(followUpId(followUp))?.scrollIntoView({ block: 'center' })
      return
    }
    const toAnswer = [...(days.current?.querySelectorAll('[data-to-answer]') ?? [])]
    if (waiting) return void toAnswer.at(-1)?.scrollIntoView({ block: 'nearest' })
    if (!latest) return
    const articles = [...(days.current?.querySelectorAll('article') ?? [])]
    articles.at(-1)?.scrollIntoView({ block: 'nearest' })
  }, [latest, left, followUp, waiting])
  return days
}

/**
 * Returns a function to call before earlier messages are added above. It keeps the visible messages in place and
 * the focus in the thread, because not every browser engine does so.
 */
export function useKeptPlace(days: RefObject<HTMLDivElement | null>, first: string | undefined): () => void {
  const below = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message is what has come in above
  useLayoutEffect(() => {
    const page = document.scrollingElement
    if (!page || below.current === null) return
    page.scrollTop = page.scrollHeight - below.current
    below.current = null
    // The button is removed when there are no earlier messages, so move the focus from it to the thread.
    if (document.activeElement === document.body) days.current?.focus({ preventScroll: true })
  }, [first])
  return () => {
    const page = document.scrollingElement
    below.current = page && page.scrollHeight - page.scrollTop
  }
}
