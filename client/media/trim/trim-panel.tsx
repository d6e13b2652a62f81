import { FullScreen } from '../full-screen.tsx'
import { TrimEditor } from './trim-editor.tsx'
import type { Trimmed } from './trim-video.ts'

export type TrimPanelProps = {
  blob: Blob
  durationMs: number
  mostMs: number
  onTrimmed: (trimmed: Trimmed) => Promise<void>
  onClose: () => void
}

/** Renders the full screen on which the user cuts a file that is too long before it is kept. */
export function TrimPanel({ onClose, ...video }: TrimPanelProps) {
  return (
    <FullScreen title="Cut your video" onClose={onClose} canLeave>
      <TrimEditor {...video} onCancel={onClose} />
    </FullScreen>
  )
}
