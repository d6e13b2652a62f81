import type { ReactNode } from 'react'
import { StatusLine } from './status-line.tsx'

type CutLineProps = {
  /** Whether there are others. */
  more: boolean
  /** Those that are shown: "newest 100". */
  shown: string
  /** The way to the others, in a sentence. */
  children: ReactNode
}

/** Said under a list that is not whole. */
export function CutLine({ more, shown, children }: CutLineProps) {
  if (!more) return null
  return (
    <StatusLine icon="info">
      The {shown} are shown. {children}
    </StatusLine>
  )
}
