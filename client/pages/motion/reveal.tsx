import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStill } from './use-still.ts'

/** A section comes in once this much of it is in sight, its parts one after the other (S1-2.46, S1-2.47). */
export const REVEAL = { threshold: 0.1, staggerMs: 300 } as const

/** On each part of a revealed section, in the order they come in; the delays are multiples of `staggerMs`. */
const PART =
  'transition-[opacity,translate] duration-250 group-data-waiting/reveal:translate-y-4 group-data-waiting/reveal:opacity-0 group-data-waiting/reveal:delay-0'
const DELAYS = ['delay-0', 'delay-300', 'delay-600', 'delay-900', 'delay-1200', 'delay-1500', 'delay-1800']

export const part = (order: number) => `${PART} ${DELAYS[Math.min(order, DELAYS.length - 1)]}`

/** A section whose parts wait until it is looked at. Without script, or for who wants no motion, they are simply there. */
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

/** What is in sight when the page stands has been read already: only what lies below it waits. */
function useWaiting(section: { readonly current: HTMLElement | null }): boolean {
  const [isWaiting, setWaiting] = useState(false)
  const isStill = useStill()
  useEffect(() => {
    if (isStill || !section.current) return
    let needed = 0
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.intersectionRatio ?? 1
        const isSeen = seen > 0 && seen >= needed
        needed = REVEAL.threshold
        setWaiting(!isSeen)
        if (isSeen) observer.disconnect()
      },
      { threshold: REVEAL.threshold },
    )
    observer.observe(section.current)
    return () => {
      observer.disconnect()
      setWaiting(false)
    }
  }, [isStill, section])
  return isWaiting
}
