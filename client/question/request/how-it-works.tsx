import { useEffect, useRef } from 'react'
import { ANSWER_MS, DAY_MS, GRACE_MS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'

/** How many days an answer takes at most, with the day that one recorded in time may need to arrive (D1, D5). */
const DAYS = (ANSWER_MS + GRACE_MS) / DAY_MS

const POINTS: { icon: IconName; text: string }[] = [
  { icon: 'camera', text: 'Get face-to-face: ask a question by video or text, with no signup.' },
  {
    icon: 'play',
    text: `Receive a personalized video response within ${DAYS} days if your request is approved.`,
  },
  { icon: 'card', text: 'There are no charges until you receive the response.' },
  {
    icon: 'flag',
    text: 'Keep it sincere: inappropriate, hateful or spam requests are auto-rejected.',
  },
]

/** Renders the panel that explains the service; on phones it is folded until the user opens it (S2-2.88–2.92). */
export function HowItWorks() {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (ref.current && matchMedia('(width >= 64rem)').matches) ref.current.open = true
  }, [])
  return (
    <details ref={ref} className="card group overflow-hidden">
      <summary className="label flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 text-lg [&::-webkit-details-marker]:hidden">
        How {PRODUCT.name} works
        <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ol className="grid gap-4 border-t px-5 py-5">
        {POINTS.map(({ icon, text }) => (
          <li key={icon} className="flex gap-3 text-sm">
            <Icon name={icon} className="mt-[0.05em] size-[1.4em] text-signal-text" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
