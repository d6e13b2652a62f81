import { useEffect, useState } from 'react'
import type { TakeRow } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'
import { formatAgo, formatTimer } from '../../text/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { KeptTake } from '../use-recorder.ts'
import { LeftActions } from './left-actions.tsx'
import { findLeft, isStillLeft } from './left-take.ts'
import type { Shot } from './recording.ts'

type RecoveryCardProps = Pick<Shot, 'device' | 'purpose' | 'questionId' | 'dueAt'> & {
  /**
   * Called when the recording is whole and safe. Without it, the screens that watch the device's takes show the
   * recording.
   */
  onKept?: (kept: KeptTake) => void
}

/**
 * Offers a recording that a killed tab left behind, whether saved as a whole or not. Renders nothing when there is
 * none (D1).
 */
export function RecoveryCard({ device, purpose, questionId, dueAt, onKept }: RecoveryCardProps) {
  const [left, setLeft] = useState<TakeRow | null>(null)
  useEffect(() => {
    let isOver = false
    const found = findLeft({ device, purpose, questionId })
    // A device that cannot be read has nothing to offer.
    void found
      .catch(() => null)
      .then((take) => {
        if (!isOver) setLeft(take)
      })
    return () => {
      isOver = true
    }
  }, [device, purpose, questionId])
  useEffect(
    () =>
      left
        ? watchDevice(
            () => isStillLeft(device, left),
            (isLeft) => isLeft || setLeft(null),
          )
        : undefined,
    [device, left],
  )
  if (!left) return null
  const what = left.state === 'kept' ? 'Unused' : 'Unsaved'
  return (
    <section
      aria-label={`${what} recording`}
      className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
    >
      <Icon name="record" className="size-6 text-signal-text" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="label">You have an {what.toLowerCase()} recording</p>
        <p className="figures text-muted text-sm">
          {formatTimer(left.durationMs / 1_000)}, {formatAgo(left.recordedAt, Date.now())}
        </p>
      </div>
      <LeftActions
        device={device}
        left={left}
        into={{ questionId, dueAt }}
        onKept={(kept) => {
          setLeft(null)
          onKept?.(kept)
        }}
        onDiscarded={() => setLeft(null)}
      />
    </section>
  )
}
