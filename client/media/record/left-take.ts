import type { Device, TakeRow } from '../../db/device.ts'
import { listDrafts } from '../../store/drafts.ts'
import { takeVideo } from '../../store/sending/video-bytes.ts'
import { discardTake, joinChunks, keepTake, unfinishedTakes } from '../../store/takes.ts'
import type { KeptTake } from '../use-recorder.ts'
import { type Shot, takeLock } from './recording.ts'

type Wanted = Pick<Shot, 'device' | 'purpose' | 'questionId'>

/**
 * Finds the latest recording of this purpose that was left behind; an answer's only for its own question. Skips a
 * recording in progress in another tab. Includes a question's whole video that belongs to no draft, because nothing
 * else leads back to it.
 */
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
  const left = mine.filter(({ bytes }) => bytes > 0)
  if (purpose === 'question') left.push(...(await unusedTakes(device)))
  return left.toSorted((a, b) => b.recordedAt - a.recordedAt)[0] ?? null
}

/** Returns whole videos for a question that belong to no draft. */
async function unusedTakes(device: Device): Promise<TakeRow[]> {
  const kept = await device.takes
    .where({ state: 'kept' })
    .and(({ purpose }) => purpose === 'question')
    .toArray()
  const drafts = kept.length > 0 ? await listDrafts(device) : []
  return kept.filter(({ id }) => !drafts.some(({ body }) => body.includes(id)))
}

/** Returns whether a found recording is still left as it was found: no tab kept, used, sent or discarded it. */
export async function isStillLeft(device: Device, { id, purpose, state }: TakeRow): Promise<boolean> {
  if (purpose === 'question' && state === 'kept')
    return (await unusedTakes(device)).some((take) => take.id === id)
  return (await device.takes.get(id))?.state === state
}

/** Discards a left recording, unless another tab has kept, used or sent it in the meantime. */
export function discardLeft(device: Device, left: TakeRow): Promise<boolean> {
  const { takes, videos, chunks, outbox, drafts, toldDrafts } = device
  return device.transaction(
    'rw',
    [takes, videos, chunks, outbox, drafts, toldDrafts],
    async () => (await isStillLeft(device, left)) && discardTake(device, left.id, left.state),
  )
}

/** What the recording belongs to from now on; a question's recording may move to another draft. */
type Into = Pick<Shot, 'device' | 'questionId' | 'dueAt'>

/** Returns the recording's video so far; null where there is none. */
export function leftVideo(device: Device, { id, state }: TakeRow): Promise<Blob | null> {
  return state === 'kept' ? takeVideo(device, id) : joinChunks(device, id)
}

/**
 * Joins the chunks of a left recording and keeps the video. Returns null when that fails, also when fewer bytes can be
 * read than were stored; the recording then stays.
 */
export async function recoverTake(
  { device, questionId, dueAt }: Into,
  left: TakeRow,
): Promise<KeptTake | null> {
  if (left.state === 'kept') return takeOver(device, { ...left, questionId, dueAt })
  const blob = await joinChunks(device, left.id)
  if (!blob || blob.size < left.bytes) return null
  const { id, purpose, about, type, source, recordedAt, durationMs } = left
  const take = {
    ...{ id, purpose, about, type, source, recordedAt, questionId, dueAt, blob },
    durationMs: Math.max(1, durationMs),
  }
  const saved = await keepTake(device, take)
  return saved.ok ? { take: saved.value, blob } : null
}

/** Assigns a whole video to another question. */
async function takeOver(device: Device, take: TakeRow): Promise<KeptTake | null> {
  const blob = await takeVideo(device, take.id)
  if (!blob) return null
  await device.takes.update(take.id, { questionId: take.questionId, dueAt: take.dueAt })
  return { take, blob }
}
