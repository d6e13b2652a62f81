import { StatusLine } from '../../ui/status/status-line.tsx'
import type { DraftKept } from './draft-saver.ts'

const WORDS = {
  aside:
    'This device is full. Your words are safe, but there is no room for a video: delete something to make room.',
  nowhere:
    'This device is full: what you type is not saved. Keep this page open and make some room, or send your question now.',
} as const

/** Warns the fan while a full device does not store what they type. */
export function KeptNotice({ kept }: { kept: DraftKept }) {
  if (kept === 'here') return null
  return (
    <StatusLine icon="warning" tone={kept === 'nowhere' ? 'danger' : 'warning'} live>
      {WORDS[kept]}
    </StatusLine>
  )
}
