import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type ChipProps = Omit<ComponentProps<'button'>, 'className'> & {
  /** Whether the chip is chosen; announced as pressed. */
  pressed: boolean
  children: ReactNode
}

/** Renders a toggle in a row of choices that can be combined (topics, filters). */
export function Chip({ pressed, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className="label inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] border-control px-4 text-sm enabled:hover:border-ink disabled:border-line disabled:text-muted aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse"
    >
      {pressed && <Icon name="check" className="size-[1.1em]" />}
      {children}
    </button>
  )
}
