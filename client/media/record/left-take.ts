import type { TakeRow } from '../../store/device.ts'
import { discardTake, joinChunks, keepTake, unfinishedTakes } from '../../store/takes.ts'
import type { KeptTake } from '../use-recorder.ts'
import { type Shot, takeLock } from './recording.ts'

type Wanted = Pick<Shot, 'device' | 'purpose' | 'questionId'>

/** A left recording of this kind; an answer's only for its own question. One being recorded in another tab is not left. */
export async function findLeft({ device, purpose, questionId }: Wanted): Promise<TakeRow | null> {
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

/** What it is to belong to from now on: a question's recording may be taken into another draft than it was made for. */
type Into = Pick<Shot, 'device' | 'questionId' | 'dueAt'>

/** Makes one video of a left recording's seconds, and keeps it; null where it is not whole or not safe, and still there. */
export async function recoverTake(
  { device, questionId, dueAt }: Into,
  left: TakeRow,
): Promise<KeptTake | null> {
  const blob = await joinChunks(device, left.id)
  if (!blob) return null
  const { id, purpose, type, source, recordedAt, durationMs } = left
  const take = {
    ...{ id, purpose, type, source, recordedAt, questionId, dueAt, blob },
    durationMs: Math.max(1, durationMs),
  }
  const saved = await keepTake(device, take)
  return saved.ok ? { take: saved.value, blob } : null
}
