import type { ReactNode } from 'react'
import { StatusLine } from './status-line.tsx'

type CutLineProps = {
  /** Whether the list has more rows than are shown. */
  more: boolean
  /** The shown rows in words: "newest 100". */
  shown: string
  /** A sentence about where the user finds the others. */
  children: ReactNode
}

/** Renders a note under a list that is not complete. */
export function CutLine({ more, shown, children }: CutLineProps) {
  if (!more) return null
  return (
    <StatusLine icon="info">
      The {shown} are shown. {children}
    </StatusLine>
  )
}
