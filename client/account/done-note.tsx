import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-name.ts'

type DoneNoteProps = { title: string; icon?: IconName; children: ReactNode; action?: ReactNode }

/** Shows the outcome of a form in its place. The heading takes the focus, so that screen readers read it first. */
export function DoneNote({ title, icon = 'mail', children, action }: DoneNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card p-6 md:p-8">
      <Icon name={icon} className="size-8 text-signal-text" />
      <h2 ref={heading} tabIndex={-1} className="display mt-4 text-2xl outline-none">
        {title}
      </h2>
      <div className="mt-3 grid gap-3 text-muted text-pretty">{children}</div>
      {action && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </section>
  )
}
