import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from './thread.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The question whose follow-up a thread is come back to. */
    followUp?: string
  }
}

/** What a question was asked once more about is found by this. */
export const followUpId = (questionId: string) => `follow-up-${questionId}`

/** On the way to answer a question, by which it is found. */
export const TO_ANSWER = { 'data-to-answer': '' }

/**
 * The latest is at the end, as in any conversation, and is seen first; a short one is seen whole. Before it comes what
 * there is to do: the latest question that waits for an answer, with the way to it. Whoever comes back from replying to a
 * follow-up is where they left.
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

/** Told before earlier messages come in above, it keeps what is read where it is, and the focus in the thread. Not every engine does that by itself. */
export function useKeptPlace(days: RefObject<HTMLDivElement | null>, first: string | undefined): () => void {
  const below = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message is what has come in above
  useLayoutEffect(() => {
    const page = document.scrollingElement
    if (!page || below.current === null) return
    page.scrollTop = page.scrollHeight - below.current
    below.current = null
    // the button that was pressed is gone where there is nothing earlier
    if (document.activeElement === document.body) days.current?.focus({ preventScroll: true })
  }, [first])
  return () => {
    const page = document.scrollingElement
    below.current = page && page.scrollHeight - page.scrollTop
  }
}
