import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from './thread.ts'

/** The latest is at the end, as in any conversation, and is seen first; a short one is seen whole. */
export function useLatestInView(messages: readonly Message[]) {
  const days = useRef<HTMLDivElement>(null)
  const latest = messages.length > 3 ? messages.at(-1)?.id : undefined
  useEffect(() => {
    if (!latest) return
    const articles = [...(days.current?.querySelectorAll('article') ?? [])]
    articles.at(-1)?.scrollIntoView({ block: 'nearest' })
  }, [latest])
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
