import { useEffect, useState } from 'react'
import type { TakeRow } from '../../store/device.ts'
import { discardTake, joinChunks, keepTake, unfinishedTakes } from '../../store/takes.ts'
import { formatAgo, formatTimer } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { KeptTake } from '../use-recorder.ts'
import { type Shot, takeLock } from './recording.ts'

type RecoveryCardProps = Shot & {
  /** The recording is whole again and safe. */
  onKept: (kept: KeptTake) => void
}

/** "You have an unsaved recording": what a killed tab had recorded, to be kept or let go. Nothing when there is none. */
export function RecoveryCard({ onKept, ...shot }: RecoveryCardProps) {
  const [left, setLeft] = useState<TakeRow | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { device, purpose, questionId } = shot
  useEffect(() => {
    let isOver = false
    void findLeft({ device, purpose, questionId }).then((take) => {
      if (!isOver) setLeft(take)
    })
    return () => {
      isOver = true
    }
  }, [device, purpose, questionId])
  if (!left) return null

  const keep = async () => {
    setBusy(true)
    const kept = await recover(shot, left)
    setBusy(false)
    if (!kept) {
      showToast({
        text: 'The recording could not be saved whole. It is still on this device.',
        tone: 'danger',
      })
      return
    }
    setLeft(null)
    onKept(kept)
  }
  const discard = async () => {
    await discardTake(device, left.id)
    setLeft(null)
  }
  return (
    <section aria-label="Unsaved recording" className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Icon name="record" className="size-6 text-signal-text" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="label">You have an unsaved recording</p>
        <p className="figures text-muted text-sm">
          {formatTimer(left.durationMs / 1_000)}, {formatAgo(left.recordedAt, Date.now())}
        </p>
      </div>
      <div className="flex gap-2">
        <Button tone="secondary" size="small" onClick={discard} disabled={isBusy}>
          Discard
        </Button>
        <Button size="small" onClick={keep} loading={isBusy}>
          Keep it
        </Button>
      </div>
    </section>
  )
}

type Wanted = Pick<Shot, 'device' | 'purpose' | 'questionId'>

/** A left recording of this kind; an answer's only for its own question. One being recorded in another tab is not left. */
async function findLeft({ device, purpose, questionId }: Wanted): Promise<TakeRow | null> {
  const held = (await navigator.locks?.query())?.held ?? []
  const running = new Set(held.map(({ name }) => name))
  const takes = await unfinishedTakes(device)
  const mine = takes.filter(
    (take) =>
      take.purpose === purpose &&
      (purpose === 'question' || take.questionId === questionId) &&
      !running.has(takeLock(take.id)),
  )
  for (const take of mine.filter(({ bytes }) => bytes === 0)) await discardTake(device, take.id)
  return mine.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.recordedAt - a.recordedAt)[0] ?? null
}

async function recover(shot: Shot, left: TakeRow): Promise<KeptTake | null> {
  const blob = await joinChunks(shot.device, left.id)
  if (!blob) return null
  const { id, purpose, type, source, recordedAt, durationMs } = left
  const { questionId, dueAt } = shot
  const take = {
    id,
    purpose,
    type,
    source,
    recordedAt,
    questionId,
    dueAt,
    durationMs: Math.max(1, durationMs),
    blob,
  }
  const saved = await keepTake(shot.device, take)
  return saved.ok ? { take: saved.value, blob } : null
}
