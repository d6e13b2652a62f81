import type { ReactNode } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

type VideoChoicesProps = {
  isDisabled: boolean
  longestFileMs?: number
  onRecord?: () => void
  /** The control that chooses a file. */
  file: ReactNode
}

/** Renders the two ways to a video, without their behaviour. */
export function VideoChoices({
  isDisabled,
  longestFileMs = LIMITS.questionFileMs,
  onRecord,
  file,
}: VideoChoicesProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="card grid content-between gap-3 p-4">
        <p className="text-sm">
          <span className="label block text-base">Record it here</span>
          <span className="text-muted">Maximum 20 seconds</span>
        </p>
        <Button tone="secondary" icon="record" disabled={isDisabled} onClick={onRecord} data-again="record">
          Record a video
        </Button>
      </div>
      <div className="card grid content-between gap-3 p-4">
        <p className="text-sm">
          <span className="label block text-base">Choose a file</span>
          <span className="text-muted">MP4, WebM or MOV, up to {longestFileMs / 1_000} seconds</span>
        </p>
        {file}
      </div>
    </div>
  )
}

/** Holds the place of the file picker until it is loaded. */
export function PickerLoading() {
  return <Skeleton className="h-12 w-full" />
}

/** Says why the video is disabled: a text and a video exclude each other (S1-4.4). */
export function WritingInstead() {
  return <StatusLine icon="info">You are writing your question. Clear the text to ask on video.</StatusLine>
}
