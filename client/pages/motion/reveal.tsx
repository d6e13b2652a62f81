import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStill } from '../../ui/use-still.ts'

/**
 * The moment when a section appears: once `threshold` of it is visible or it fills `threshold` of the window, with
 * its parts `staggerMs` apart (S1-2.46, S1-2.47).
 */
export const REVEAL = { threshold: 0.1, staggerMs: 300 } as const

/** The shares of a section at which the browser looks again how much of it is visible. */
const LOOKS = Array.from({ length: 11 }, (_, look) => (look * REVEAL.threshold) / 10)

/**
 * The classes of each part of a revealed section. `DELAYS` has the delay of each part in turn, in multiples of
 * `staggerMs`.
 */
const PART =
  'transition-[opacity,translate] duration-250 group-data-waiting/reveal:translate-y-4 group-data-waiting/reveal:opacity-0 group-data-waiting/reveal:delay-0'
const DELAYS = ['delay-0', 'delay-300', 'delay-600', 'delay-900', 'delay-1200', 'delay-1500', 'delay-1800']

export const part = (order: number) => `${PART} ${DELAYS[Math.min(order, DELAYS.length - 1)]}`

/**
 * Renders a section whose parts appear when it scrolls into view. Without script, or with reduced motion, they are
 * visible at once.
 */
export function RevealSection({ className = '', children, ...rest }: ComponentProps<'section'>) {
  const section = useRef<HTMLElement>(null)
  const isWaiting = useWaiting(section)
  return (
    <section
      {...rest}
      ref={section}
      data-waiting={isWaiting || undefined}
      className={`group/reveal ${className}`}
    >
      {children}
    </section>
  )
}

/**
 * Returns whether a section still waits to appear. A section that is in view at first never waits, because the
 * visitor has seen it already.
 */
function useWaiting(section: { readonly current: HTMLElement | null }): boolean {
  const [isWaiting, setWaiting] = useState(false)
  const isStill = useStill()
  useEffect(() => {
    if (isStill || !section.current) return
    let needed = 0
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        const seen = entry ? shareSeen(entry) : 1
        const isSeen = seen > 0 && seen >= needed
        needed = REVEAL.threshold
        setWaiting(!isSeen)
        if (isSeen) observer.disconnect()
      },
      { threshold: LOOKS },
    )
    observer.observe(section.current)
    return () => {
      observer.disconnect()
      setWaiting(false)
    }
  }, [isStill, section])
  return isWaiting
}

/**
 * Returns how much of a section is visible, or how much of the window it fills if that is more: in a zoomed window a
 * section may be higher than ten windows.
 */
function shareSeen({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): number {
  return Math.max(
    intersectionRatio,
    intersectionRect.height / (rootBounds?.height ?? Number.POSITIVE_INFINITY),
  )
}
