import { type ReactNode, useState } from 'react'
import { videoFileName } from '../../sync/text/video-file-name.ts'
import type { TakeRow } from '../db/device.ts'
import { LocalVideo, useBlobUrl } from '../media/local-video.tsx'
import { useIsForgotten } from '../media/use-is-forgotten.ts'
import { restoreCut } from '../store/cut-takes.ts'
import { discardTake } from '../store/takes.ts'
import { useDevice, useStored } from '../store/use-device.ts'
import { useDocument } from '../store/use-document.ts'
import { formatTimer } from '../text/format.ts'
import { keepsNothing } from '../text/keeps-nothing.ts'
import { thisPlace } from '../text/this-place.ts'
import { Button } from '../ui/button.tsx'
import { ButtonAnchor } from '../ui/button-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import { useTakeVideo } from './use-take-video.ts'

type OwnTakesProps = {
  takes: readonly TakeRow[]
  /** Renders further actions for a take. */
  more?: (take: TakeRow) => ReactNode
}

/** Renders the takes of a question or follow-up that needs none; the athlete decides about them (D5, D98). */
export function OwnTakes({ takes, more }: OwnTakesProps) {
  const isForgotten = useIsForgotten()
  return takes.map((take) => (
    <section key={take.id} aria-label="Your recording" className="card mt-6 p-5">
      <p className="label">
        Your recording, <span className="figures">{formatTimer(take.durationMs / 1_000)}</span>
      </p>
      <p className="mt-1 mb-3 text-muted text-sm">{keptHow(isForgotten)}</p>
      {more?.(take)}
      <TakeTools take={take} />
    </section>
  ))
}

/** Says how long a recording stays here. */
function keptHow(isForgotten: boolean): string {
  if (keepsNothing()) return 'It is here until you close or reload this page.'
  return isForgotten
    ? 'It is on this device until you delete it. This browser may delete it after a week without a visit: save it to files to be sure of it.'
    : 'It is safe on this device until you delete it.'
}

type WatchToolsProps = { take: TakeRow; children?: ReactNode }

/** Renders what the athlete can do with every take on this device, sent or not: watch it, and save it as a file. */
export function WatchTools({ take, children }: WatchToolsProps) {
  const blob = useTakeVideo(take)
  const url = useBlobUrl(blob)
  const about = useDocument('questions', take.questionId).row?.subject ?? ''
  const [isPlaying, setPlaying] = useState(false)
  return (
    <div className="grid gap-3">
      {isPlaying && blob && <LocalVideo blob={blob} label="Your recording" hasTools />}
      <div className="-ml-3.5 flex flex-wrap">
        <Button
          tone="quiet"
          size="small"
          icon={isPlaying ? 'eye-off' : 'play'}
          disabled={!blob}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? 'Hide' : 'Play'}
        </Button>
        <ButtonAnchor
          tone="quiet"
          size="small"
          icon="download"
          href={url ?? undefined}
          download={videoFileName(about, take)}
        >
          Save to files
        </ButtonAnchor>
        {children}
      </div>
    </div>
  )
}

/** Renders what the athlete can do with a take that is not on its way: watch it, save it, and delete it. */
export function TakeTools({ take }: { take: TakeRow }) {
  const device = useDevice()
  const [isDeleting, setDeleting] = useState(false)
  const cut = useStored(({ takes }) => takes.where({ state: 'cut' }).toArray(), take.id)
  const isTrimmed = cut?.some(({ cutInto }) => cutInto === take.id)
  const discard = async () => {
    const isWhole = await restoreCut(device, take.id)
    const isGone = isWhole || (await discardTake(device, take.id, take.state))
    setDeleting(false)
    if (!isGone) return
    showToast({
      text: isWhole
        ? 'The trimmed video is deleted. Your whole recording is back.'
        : `The video is deleted from ${thisPlace()}`,
    })
  }
  return (
    <WatchTools take={take}>
      <Button tone="quiet" size="small" icon="trash" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Dialog
        open={isDeleting}
        role="alertdialog"
        title="Delete this video?"
        onClose={() => setDeleting(false)}
        footer={
          <>
            <Button tone="secondary" onClick={() => setDeleting(false)} data-autofocus>
              Keep it
            </Button>
            <Button tone="danger" icon="trash" onClick={discard}>
              Delete
            </Button>
          </>
        }
      >
        <p>
          It is on {thisPlace()} and nowhere else. Deleted, it cannot be brought back.
          {isTrimmed && ' The whole recording that it was trimmed from takes its place.'}
        </p>
      </Dialog>
    </WatchTools>
  )
}
