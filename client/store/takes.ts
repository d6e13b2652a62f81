import type { VideoType } from '../../sync/limits.ts'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import type { Device, TakeRow, TakeState, VideoRow } from '../db/device.ts'
import { sha256Of } from '../db/hash.ts'
import { copyOf, toStore } from '../db/stored-blob.ts'
import { freeQuestion } from './sending/announced.ts'
import { takeVideo } from './sending/video-bytes.ts'

/** A whole video to be stored on this device. `type` may name codecs, which are removed. */
export type NewTake = Pick<
  TakeRow,
  'id' | 'purpose' | 'questionId' | 'type' | 'durationMs' | 'source' | 'recordedAt' | 'dueAt' | 'about'
> & { blob: Blob }

/** Why the device did not store something. The user can do something about `device-full`. */
export type NotSaved = 'device-full' | 'device-error'

/** The result of a save. When it failed, whatever was stored before is still there. */
export type Saved<T> = { ok: true; value: T } | { ok: false; notSaved: NotSaved }

/**
 * Stores a whole video while the user reviews it, and reads it back to compare. Deletes its chunks once the video
 * is safe.
 */
export function keepTake(device: Device, take: NewTake): Promise<Saved<TakeRow>> {
  askToPersist()
  return guardSave(async () => {
    const { blob: given, ...told } = take
    const blob = take.source === 'file' ? await copyOf(given) : given
    // Remember what was stored before, so that a failed save can be undone.
    const before = {
      take: await device.takes.get(take.id),
      video: await device.videos.where({ id: take.id }).first(),
    }
    const row: TakeRow = {
      ...told,
      ...NOTHING_SENT,
      recordedAt: before.take?.recordedAt ?? (await momentAfter(device, take)),
      type: bareType(take.type),
      bytes: blob.size,
      sha256: await sha256Of(blob),
      state: 'kept',
    }
    const stored = await toStore(device, blob)
    await device.transaction('rw', device.takes, device.videos, async () => {
      await device.takes.put(row)
      await device.videos.put({ id: row.id, blob: stored })
    })
    if (!(await readsBack(device, row))) {
      await undo(device, { takeId: row.id, before })
      throw new Error('the video did not read back as it was written')
    }
    // Ignore a failure, because the video is safe, and its chunks go with it when it is discarded.
    await chunksOf(device, row.id)
      .delete()
      .catch(() => {})
    return row
  })
}

/** Begins a recording. From now on its chunks are stored, so that a kill costs at most a second. */
export function beginTake(
  device: Device,
  take: Omit<NewTake, 'blob' | 'durationMs'>,
): Promise<Saved<TakeRow>> {
  askToPersist()
  return guardSave(async () => {
    const row: TakeRow = {
      ...take,
      ...NOTHING_SENT,
      recordedAt: await momentAfter(device, take),
      type: bareType(take.type),
      bytes: 0,
      durationMs: 0,
      sha256: '',
      state: 'recording',
    }
    await device.takes.put(row)
    return row
  })
}

/** Returns the moment of a new take, later than that of every other one, because a clock may have been set back. */
async function momentAfter(
  { takes }: Device,
  { questionId, recordedAt }: Pick<TakeRow, 'questionId' | 'recordedAt'>,
): Promise<number> {
  const others = await takes.where({ questionId }).toArray()
  return Math.max(recordedAt, ...others.map((other) => other.recordedAt + 1))
}

/** Stores the next second of a recording. `durationMs` is the length so far. */
export function appendChunk(
  device: Device,
  { takeId, seq, blob, durationMs }: { takeId: string; seq: number; blob: Blob; durationMs: number },
): Promise<Saved<true>> {
  return guardSave(async () => {
    const stored = await toStore(device, blob)
    await device.transaction('rw', device.takes, device.chunks, async () => {
      await device.chunks.put({ takeId, seq, blob: stored })
      await device.takes.where({ id: takeId }).modify((row) => {
        row.bytes += blob.size
        row.durationMs = durationMs
      })
    })
    return true as const
  })
}

/** Returns the recordings that never ended because the app was closed or killed. */
export function unfinishedTakes(device: Device): Promise<TakeRow[]> {
  return device.takes.where({ state: 'recording' }).toArray()
}

/**
 * Returns the chunks of a recording, in their order. Reads by the primary key, because Safari before version 26 hands
 * out blobs without their bytes when they are read by an index (WebKit bug 292142).
 */
export function chunksOf({ chunks }: Device, takeId: string) {
  return chunks.where('[takeId+seq]').between([takeId, 0], [takeId, Number.POSITIVE_INFINITY])
}

/** Returns the chunks recorded so far as one blob; null when there is none. */
export async function joinChunks(device: Device, takeId: string): Promise<Blob | null> {
  const take = await device.takes.get(takeId)
  const chunks = await chunksOf(device, takeId).toArray()
  if (!take || chunks.length === 0) return null
  return new Blob(
    chunks.map(({ blob }) => blob),
    { type: take.type },
  )
}

/** Queues a kept take, or a refused one again. */
export async function queueTake(device: Device, takeId: string): Promise<void> {
  await device.takes
    .where({ id: takeId })
    .and(({ state }) => state === 'kept' || state === 'refused')
    .modify({ ...SENT_ANEW, state: 'queued' })
}

/**
 * Deletes a video from this device, because the user said so or it was delivered. Returns false when it was gone
 * already, or is no longer in the state in which its owner saw it (`seen`), because another tab kept or sent it.
 */
export function discardTake(device: Device, takeId: string, seen?: TakeState): Promise<boolean> {
  const { takes, videos, chunks, outbox } = device
  return device.transaction('rw', takes, videos, chunks, outbox, async () => {
    const isAsSeen = ({ state }: TakeRow) => seen === undefined || state === seen
    const found = await takes.where({ id: takeId }).and(isAsSeen).delete()
    if (seen && found === 0) return false
    await videos.delete(takeId)
    await chunksOf(device, takeId).delete()
    await freeQuestion(device, takeId)
    await discardLonger(device, takeId)
    return found > 0
  })
}

/** Deletes the longer takes that a take was cut from. */
export async function discardLonger(device: Device, takeId: string): Promise<void> {
  const longer = await device.takes.where({ state: 'cut' }).toArray()
  for (const { id, cutInto } of longer) if (cutInto === takeId) await discardTake(device, id)
}

/** Returns the declaration of a take that its intent carries to the server. */
export function declaredOf({ id, sha256, bytes, type, durationMs, source }: TakeRow): DeclaredVideo {
  return {
    id,
    sha256,
    bytes,
    type: type as VideoType,
    durationMs: Math.max(1, Math.round(durationMs)),
    source,
  }
}

/**
 * The fields of a take that is sent again. The upload's address stays, so that bytes the server already has are not
 * sent again.
 */
export const SENT_ANEW = {
  uploadedBytes: 0,
  inPieces: false,
  cannotRead: false,
  refusal: null,
  isListed: false,
} as const

/** The fields of a take of which nothing was sent yet. */
const NOTHING_SENT = { ...SENT_ANEW, uploadUrl: null } as const

/**
 * Asks the browser not to clear this site's storage, now that there is something to lose. Does not wait for the
 * answer.
 */
function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => false)
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns whether the stored video reads back as it was written; false also where it cannot be read. */
async function readsBack(device: Device, row: TakeRow): Promise<boolean> {
  try {
    const blob = await takeVideo(device, row.id)
    return blob?.size === row.bytes && (await sha256Of(blob)) === row.sha256
  } catch {
    return false
  }
}

type Undoing = {
  takeId: string
  before: { take: TakeRow | undefined; video: VideoRow | undefined }
}

/** Restores what was stored before a save that did not read back. */
async function undo(device: Device, { takeId, before }: Undoing): Promise<void> {
  const video = before.video && (await toStore(device, before.video.blob))
  await device.transaction('rw', device.takes, device.videos, async () => {
    await device.takes.delete(takeId)
    await device.videos.delete(takeId)
    if (before.take) await device.takes.put(before.take)
    if (video) await device.videos.put({ id: takeId, blob: video })
  })
}

/**
 * Runs a save and turns any error into "not saved". A full device is reported separately, because the user can do
 * something about it.
 */
export async function guardSave<T>(save: () => Promise<T>): Promise<Saved<T>> {
  try {
    return { ok: true, value: await save() }
  } catch (error) {
    return { ok: false, notSaved: isCausedBy(error, 'QuotaExceededError') ? 'device-full' : 'device-error' }
  }
}

/** Returns whether an error, or the cause inside a transaction's error, has this name. */
export function isCausedBy(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === name) return true
  return 'inner' in error && error.inner !== error && isCausedBy(error.inner, name)
}
