import { StatusLine } from '../../ui/status/status-line.tsx'
import type { DraftKept } from './draft-saver.ts'

const WORDS = {
  aside:
    'Your words are safe, but this browser cannot store a video at the moment. Reload this page to add one.',
  'aside-full':
    'This device is full. Your words are safe, but there is no room for a video: delete something to make room.',
  nowhere:
    'This browser cannot store anything at the moment: what you type is not saved. Keep this page open, or send your question now.',
  'nowhere-full':
    'This device is full: what you type is not saved. Keep this page open and make some room, or send your question now.',
} as const

/** Whether the latest words are nowhere but on the screen. */
export function isNowhere(kept: DraftKept): boolean {
  return kept === 'nowhere' || kept === 'nowhere-full'
}

/** Warns the fan while the device does not store what they type. */
export function KeptNotice({ kept }: { kept: DraftKept }) {
  if (kept === 'here' || kept === 'page') return null
  return (
    <StatusLine icon="warning" tone={isNowhere(kept) ? 'danger' : 'warning'} live>
      {WORDS[kept]}
    </StatusLine>
  )
}
