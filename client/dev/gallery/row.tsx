import type { ReactNode } from 'react'

type RowProps = {
  /** The subject of the examples, and their states. */
  name: string
  /** With `lines`, each example takes the whole width. */
  layout?: 'beside' | 'lines'
  children: ReactNode
}

/** Renders examples that belong together under their name. */
export function Row({ name, layout = 'beside', children }: RowProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-muted text-xs">{name}</h3>
      <div className={layout === 'lines' ? 'grid grid-cols-1 gap-5' : 'flex flex-wrap items-center gap-3'}>
        {children}
      </div>
    </div>
  )
}
