import { useState } from 'react'
import type { Device, TakeRow } from '../../store/device.ts'
import { discardTake } from '../../store/takes.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { KeptTake } from '../use-recorder.ts'
import { recoverTake } from './left-take.ts'

type LeftActionsProps = {
  device: Device
  left: TakeRow
  /** What it is kept for, where that is not what it was recorded for. */
  into?: { questionId: string; dueAt: number | null }
  onKept?: (kept: KeptTake) => void
  onDiscarded?: () => void
}

/** Keeps or lets go what an interrupted recording left, wherever that is offered. */
export function LeftActions({ device, left, into = left, onKept, onDiscarded }: LeftActionsProps) {
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    const kept = await recoverTake({ device, questionId: into.questionId, dueAt: into.dueAt }, left)
    setBusy(false)
    if (kept) return onKept?.(kept)
    showToast({
      text: 'The recording could not be saved whole. It is still on this device.',
      tone: 'danger',
    })
  }
  const discard = async () => {
    await discardTake(device, left.id)
    onDiscarded?.()
  }
  return (
    <div className="flex gap-2">
      <Button tone="secondary" size="small" onClick={discard} disabled={isBusy}>
        Discard
      </Button>
      {left.bytes > 0 && (
        <Button size="small" onClick={keep} loading={isBusy}>
          Keep it
        </Button>
      )}
    </div>
  )
}
