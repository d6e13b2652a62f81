import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { videoFileName } from '../../../sync/text/video-file-name.ts'
import type { NotSaved } from '../../store/takes.ts'
import { formatBytes, formatTimer } from '../../text/format.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonAnchor } from '../../ui/button-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isFocusLost } from '../../ui/focus-moved.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { LocalVideo, useBlobUrl } from '../local-video.tsx'
import type { Footage } from '../recorder.ts'

type FrameProps = {
  footage: Footage
  /** The recording has just ended, so the focus of a user who stopped it by keyboard moves to the video. */
  isFresh?: boolean
  children: ReactNode
}

type ReviewViewProps = FrameProps & {
  /** Receives the line that says where the recording is, for the focus. */
  line?: RefObject<HTMLDivElement | null>
}

/** Shows the finished recording, safe on this device, before it is used. */
export function ReviewView({ footage, isFresh, line, children }: ReviewViewProps) {
  return (
    <Frame footage={footage} isFresh={isFresh}>
      <div ref={line} tabIndex={-1} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <StatusLine icon="check" tone="success">
          Saved {keptWhere()}
        </StatusLine>
        <p className="figures text-muted text-sm">
          {formatTimer(footage.durationMs / 1_000)} · {formatBytes(footage.blob.size)}
        </p>
      </div>
      {footage.ending === 'interruption' && (
        <StatusLine icon="info">
          The recording was interrupted. This is what was recorded until then.
        </StatusLine>
      )}
      {footage.ending === 'turn' && (
        <StatusLine icon="info">
          The phone was turned, so the recording ended. Your recording up to there is kept. When you record
          again, hold the phone the same way all the time.
        </StatusLine>
      )}
      {children}
    </Frame>
  )
}

type UnsavedViewProps = {
  footage: Footage
  /** The subject of the recording. */
  about: string
  purpose: VideoPurpose
  notSaved: NotSaved
  /** No further recording is wanted, so the user cannot retake it. */
  isLast: boolean
  onSaveAgain: () => void
  onDiscard: () => void
}

/** Says that the device did not keep the recording. Offers to save it again, to download it and to discard it. */
export function UnsavedView({
  footage,
  about,
  purpose,
  notSaved,
  isLast,
  onSaveAgain,
  onDiscard,
}: UnsavedViewProps) {
  const url = useBlobUrl(footage.blob)
  const [isAsking, setAsking] = useState(false)
  return (
    <Frame footage={footage} isFresh>
      <div role="alert">
        <StatusLine icon="warning" tone="warning">
          {notSaved === 'device-full'
            ? 'This device is full, so the recording is not saved yet. Make some room and try again, or download it.'
            : 'The recording could not be saved on this device. Try again, or download it.'}
        </StatusLine>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button size="large" onClick={onSaveAgain} className="col-span-2">
          Try to save again
        </Button>
        <ButtonAnchor
          href={url ?? undefined}
          download={videoFileName(about, { type: footage.blob.type, purpose })}
          tone="secondary"
          icon="download"
        >
          Download
        </ButtonAnchor>
        <Button tone="secondary" icon={isLast ? 'trash' : 'retry'} onClick={() => setAsking(true)}>
          {isLast ? 'Discard' : 'Discard, retake'}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title="Discard this recording?"
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button tone="secondary" onClick={() => setAsking(false)} data-autofocus>
              Cancel
            </Button>
            <Button tone="danger" icon="trash" onClick={onDiscard}>
              Discard
            </Button>
          </>
        }
      >
        <p>It is saved nowhere yet. Discarded, it cannot be brought back.</p>
      </Dialog>
    </Frame>
  )
}

function Frame({ footage, isFresh = false, children }: FrameProps) {
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focus the video and not the button that sends it, because a held key would press the button.
    if (isFresh && isFocusLost()) picture.current?.querySelector('video')?.focus()
  }, [isFresh])
  return (
    <div className="flex min-h-0 flex-1 flex-col low:flex-none flat:flex-row">
      <div ref={picture} className="relative min-h-0 low:min-h-[60dvh] min-w-0 flex-1 bg-sunken">
        <LocalVideo blob={footage.blob} label="Your recording" className="absolute inset-0 size-full" />
      </div>
      <div
        className={`border-t px-5 pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] flat:w-96 flat:shrink-0 flat:overflow-y-auto flat:border-t-0 flat:border-l ${isFresh ? 'flat:pt-14' : ''}`}
      >
        <div className="mx-auto grid max-w-xl gap-4 flat:gap-3">{children}</div>
      </div>
    </div>
  )
}
