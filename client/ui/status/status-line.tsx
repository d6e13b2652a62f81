import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-name.ts'
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
  /** Announced when its words change (uploads, connection); leave out for what only stands there. */
  live?: boolean
}

/** One quiet, truthful line: where a thing is, or on whom it waits. */
export function StatusLine({ icon, children, tone = 'plain', live = false }: StatusLineProps) {
  return (
    <p role={live ? 'status' : undefined} className={`flex items-start gap-2 text-sm ${TONES[tone]}`}>
      <Icon name={icon} className="mt-[0.14em] size-[1.2em]" />
      <span className="figures min-w-0">{children}</span>
    </p>
  )
}
