import type { ReactNode } from 'react'

type ScreenHeadProps = {
  title: ReactNode
  /** A few words above the title that say where the user is. */
  eyebrow?: ReactNode
  /** One or two sentences under the title. */
  lead?: ReactNode
  actions?: ReactNode
  /** `page` for reading pages, `app` for the dashboard and the desk. */
  size?: 'page' | 'app'
}

/** Renders the heading of a screen; each screen has exactly one. */
export function ScreenHead({ title, eyebrow, lead, actions, size = 'page' }: ScreenHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0 max-w-4xl">
        {eyebrow && <p className="label mb-2 text-muted text-sm">{eyebrow}</p>}
        <h1 className={`display ${size === 'page' ? 'text-4xl' : 'text-3xl'}`}>{title}</h1>
        {lead && <p className="mt-4 max-w-2xl text-lg text-muted text-pretty">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
