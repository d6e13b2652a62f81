import { useEffect, useState } from 'react'
import type { Device, TakeRow } from '../../db/device.ts'
import { thisPlace } from '../../text/this-place.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LocalVideo } from '../local-video.tsx'
import type { KeptTake } from '../use-recorder.ts'
import { discardLeft, leftVideo, recoverTake } from './left-take.ts'

type LeftActionsProps = {
  device: Device
  left: TakeRow
  /** What the recording is kept for, where that differs from what it was recorded for. */
  into?: { questionId: string; dueAt: number | null }
  onKept?: (kept: KeptTake) => void
  onDiscarded?: () => void
}

/** Buttons that keep or discard an interrupted recording. */
export function LeftActions({ device, left, into = left, onKept, onDiscarded }: LeftActionsProps) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const keep = async () => {
    setBusy(true)
    const kept = await recoverTake({ device, questionId: into.questionId, dueAt: into.dueAt }, left)
    setBusy(false)
    if (kept) return onKept?.(kept)
    showToast({
      text: `The recording could not be saved whole. It is still on ${thisPlace()}.`,
      tone: 'danger',
    })
  }
  const discard = async () => {
    await discardLeft(device, left)
    setAsking(false)
    onDiscarded?.()
  }
  return (
    <div className="flex gap-2">
      <Button tone="secondary" size="small" onClick={() => setAsking(true)} disabled={isBusy}>
        Discard
      </Button>
      {left.bytes > 0 && (
        <Button size="small" onClick={keep} loading={isBusy}>
          Keep it
        </Button>
      )}
      {isAsking && (
        <DiscardDialog {...{ device, left }} onDiscard={discard} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

type DiscardDialogProps = {
  device: Device
  left: TakeRow
  onDiscard: () => Promise<void>
  onClose: () => void
}

/** Asks before discarding, and shows the recording. */
function DiscardDialog({ device, left, onDiscard, onClose }: DiscardDialogProps) {
  const [blob, setBlob] = useState<Blob | null>(null)
  useEffect(() => {
    let isOver = false
    void leftVideo(device, left).then(
      (video) => !isOver && setBlob(video),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [device, left])
  return (
    <Dialog
      open
      role="alertdialog"
      title="Discard this recording?"
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button tone="danger" icon="trash" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      {blob && (
        <div className="mb-5">
          <LocalVideo blob={blob} label="Your recording" />
        </div>
      )}
      <p>It is on {thisPlace()} and nowhere else. Discarded, it cannot be brought back.</p>
    </Dialog>
  )
}
