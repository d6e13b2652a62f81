import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-name.ts'

export type Tone = 'plain' | 'signal' | 'success' | 'warning' | 'danger'

const TONES: Record<Tone, string> = {
  plain: 'border-control text-muted',
  signal: 'border-signal bg-signal text-on-signal',
  success: 'border-transparent bg-success-wash text-success',
  warning: 'border-transparent bg-warning-wash text-warning',
  danger: 'border-transparent bg-danger-wash text-danger',
}

type BadgeProps = { tone?: Tone; icon?: IconName; children: ReactNode }

/** Renders a state in one or two words. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span
      className={`label inline-flex items-center gap-1 whitespace-nowrap rounded border px-2 py-0.5 text-xs ${TONES[tone]}`}
    >
      {icon && <Icon name={icon} className="size-[1.1em]" />}
      {children}
    </span>
  )
}

/** Renders the number of waiting items beside a word; nothing at zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className="label figures inline-grid h-5 min-w-5 place-items-center rounded-full bg-signal px-1.5 text-on-signal text-xs leading-none">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {count} {label}
      </span>
    </span>
  )
}
