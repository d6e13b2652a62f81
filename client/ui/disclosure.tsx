import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  open?: boolean
  /** Disclosures of one name close each other. */
  group?: string
}

/** A question that opens on its answer; works before any script has run. */
export function Disclosure({ summary, children, open, group }: DisclosureProps) {
  return (
    <details open={open} name={group} className="group border-b last:border-b-0">
      <summary className="label flex min-h-14 list-none items-center justify-between gap-4 py-4 text-lg leading-snug [&::-webkit-details-marker]:hidden">
        {summary}
        <Icon name="plus" className="size-5 text-signal-text transition-transform group-open:rotate-45" />
      </summary>
      <div className="max-w-2xl pb-6 text-muted">{children}</div>
    </details>
  )
}
