import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-name.ts'
import { useSaid } from '../use-later.ts'
import type { Tone } from './badge.tsx'

const TONES: Record<Tone, string> = {
  plain: 'text-muted',
  signal: 'text-signal-text',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
}

type StatusLineProps = {
  icon: IconName
  children: ReactNode
  tone?: Tone
  /**
   * Whether screen readers announce changes (uploads, connection). Leave it out for a line that does not change.
   */
  live?: boolean
}

/**
 * Renders one quiet line about the state of something, or about who has to act next. A live line gets its words after
 * it appears, because screen readers read what is added to a region, and not a region that comes with its words. In a
 * page from the server the words are there from the start, for browsers without script.
 */
export function StatusLine({ icon, children, tone = 'plain', live = false }: StatusLineProps) {
  const isSaid = useSaid(live)
  return (
    <p role={live ? 'status' : undefined} className={`flex items-start gap-2 text-sm ${TONES[tone]}`}>
      <Icon name={icon} className="mt-[0.14em] size-[1.2em]" />
      <span className="figures min-w-0">{isSaid && children}</span>
    </p>
  )
}
