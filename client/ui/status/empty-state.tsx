import type { ReactNode } from 'react'
import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import { ChalkLines } from '../chalk/chalk-lines.tsx'

type EmptyStateProps = {
  title: string
  /** A sentence about the things that will appear here. */
  children?: ReactNode
  /** The only next step. */
  action?: ReactNode
  drawing?: ChalkName
}

/**
 * Renders the place of something that is still empty: a sentence about what will appear, and the only next step.
 */
export function EmptyState({ title, children, action, drawing = 'track' }: EmptyStateProps) {
  return (
    <section className="card overflow-hidden text-center">
      <ChalkLines name={drawing} className="h-36 w-full border-b bg-sunken text-control md:h-48" />
      <div className="px-6 py-8 md:py-10">
        <h2 className="display text-2xl">{title}</h2>
        {children && <div className="mx-auto mt-3 max-w-md text-muted text-pretty">{children}</div>}
        {action && <div className="mt-6 flex justify-center">{action}</div>}
      </div>
    </section>
  )
}
