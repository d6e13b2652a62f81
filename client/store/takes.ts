import type { VideoType } from '../../sync/limits.ts'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import type { Device, TakeRow, VideoRow } from '../db/device.ts'
import { sha256Of } from '../db/hash.ts'
import { copyOf, toStore } from '../db/stored-blob.ts'
import { freeQuestion } from './sending/announced.ts'
import { takeVideo } from './sending/video-bytes.ts'

/** A whole video that is to be safe on this device. `type` may name codecs; they are left off. */
export type NewTake = Pick<
  TakeRow,
  'id' | 'purpose' | 'questionId' | 'type' | 'durationMs' | 'source' | 'recordedAt' | 'dueAt' | 'about'
> & { blob: Blob }

/** Why the device did not keep something: `device-full` has a way out. */
export type NotSaved = 'device-full' | 'device-error'

/** Safe on this device, or not at all: whatever was there before still is. */
export type Saved<T> = { ok: true; value: T } | { ok: false; notSaved: NotSaved }

/** Keeps a whole video here while its owner looks at it, read back and compared. Its chunks go once it is safe. */
export function keepTake(device: Device, take: NewTake): Promise<Saved<TakeRow>> {
  askToPersist()
  return guardSave(async () => {
    const { blob: given, ...told } = take
    const blob = take.source === 'file' ? await copyOf(given) : given
    const row: TakeRow = {
      ...told,
      ...NOTHING_SENT,
      type: bareType(take.type),
      bytes: blob.size,
      sha256: await sha256Of(blob),
      state: 'kept',
    }
    // what was safe before stays safe, whatever becomes of this
    const before = {
      take: await device.takes.get(row.id),
      video: await device.videos.where({ id: row.id }).first(),
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
    await device.chunks.where({ takeId: row.id }).delete()
    return row
  })
}

/** Begins a recording: from now on its chunks are kept, so that a kill costs a second at most. */
export function beginTake(
  device: Device,
  take: Omit<NewTake, 'blob' | 'durationMs'>,
): Promise<Saved<TakeRow>> {
  askToPersist()
  return guardSave(async () => {
    const row: TakeRow = {
      ...take,
      ...NOTHING_SENT,
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

/** Keeps the next second of a recording; `durationMs` is how long it runs by now. */
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

/** Recordings nobody ended: the app was closed or killed over them. */
export function unfinishedTakes(device: Device): Promise<TakeRow[]> {
  return device.takes.where({ state: 'recording' }).toArray()
}

/** What was recorded so far, as one blob; null when not a chunk came. */
export async function joinChunks(device: Device, takeId: string): Promise<Blob | null> {
  const take = await device.takes.get(takeId)
  const chunks = await device.chunks.where({ takeId }).sortBy('seq')
  if (!take || chunks.length === 0) return null
  return new Blob(
    chunks.map(({ blob }) => blob),
    { type: take.type },
  )
}

/** Sends a take that was only kept, or sends one again that was refused. */
export async function queueTake(device: Device, takeId: string): Promise<void> {
  await device.takes
    .where({ id: takeId })
    .and(({ state }) => state === 'kept' || state === 'refused')
    .modify({ ...SENT_ANEW, state: 'queued' })
}

/** Takes a video off this device, because its owner said so or because it is delivered; false where it was gone already. */
export function discardTake(device: Device, takeId: string): Promise<boolean> {
  const { takes, videos, chunks, outbox } = device
  return device.transaction('rw', takes, videos, chunks, outbox, async () => {
    const found = await takes.where({ id: takeId }).delete()
    await videos.delete(takeId)
    await chunks.where({ takeId }).delete()
    await freeQuestion(device, takeId)
    await discardLonger(device, takeId)
    return found > 0
  })
}

/** What a take was cut from goes with it. */
export async function discardLonger(device: Device, takeId: string): Promise<void> {
  const longer = await device.takes.where({ state: 'cut' }).toArray()
  for (const { id, cutInto } of longer) if (cutInto === takeId) await discardTake(device, id)
}

/** A shorter take stands in the place of the longer it was cut from, which is kept until the shorter one is sent. */
export async function cutTake({ takes }: Device, takeId: string, shorterId: string): Promise<void> {
  await takes
    .where({ id: takeId })
    .and(({ state }) => state === 'kept' || state === 'refused')
    .modify({ state: 'cut', cutInto: shorterId, refusal: null })
}

/** Undoes the cut: the longer take is back, and the shorter one goes. False where there is no longer one. */
export function restoreCut(device: Device, shorterId: string): Promise<boolean> {
  const { takes, videos, chunks, outbox } = device
  return device.transaction('rw', takes, videos, chunks, outbox, async () => {
    const shorter = await takes.get(shorterId)
    const restored = await takes
      .where({ state: 'cut' })
      .and(({ cutInto }) => cutInto === shorterId && shorter?.state === 'kept')
      .modify((row) => {
        row.state = 'kept'
        delete row.cutInto
      })
    if (restored > 0) await discardTake(device, shorterId)
    return restored > 0
  })
}

/** What a take is declared to the server to be. */
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

/** As one stands that is sent once more. Where its upload is stays known: what the server has of it is not sent again. */
export const SENT_ANEW = { uploadedBytes: 0, inPieces: false, refusal: null, isListed: false } as const

/** As a take stands before anybody has seen anything of it. */
const NOTHING_SENT = { ...SENT_ANEW, uploadUrl: null } as const

/** Asks the browser not to clear what is kept here, when there is something to lose; it may say no, and is not waited for. */
function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => false)
}

function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Only what reads back as it was written is safe. */
async function readsBack(device: Device, row: TakeRow): Promise<boolean> {
  const blob = await takeVideo(device, row.id)
  return blob?.size === row.bytes && (await sha256Of(blob)) === row.sha256
}

type Undoing = {
  takeId: string
  before: { take: TakeRow | undefined; video: VideoRow | undefined }
}

/** Takes back a save that did not read back, to what there was before it. */
async function undo(device: Device, { takeId, before }: Undoing): Promise<void> {
  const video = before.video && (await toStore(device, before.video.blob))
  await device.transaction('rw', device.takes, device.videos, async () => {
    await device.takes.delete(takeId)
    await device.videos.delete(takeId)
    if (before.take) await device.takes.put(before.take)
    if (video) await device.videos.put({ id: takeId, blob: video })
  })
}

/** Any error means "not saved"; a full device is told from the rest because something can be done about it. */
export async function guardSave<T>(save: () => Promise<T>): Promise<Saved<T>> {
  try {
    return { ok: true, value: await save() }
  } catch (error) {
    return { ok: false, notSaved: isCausedBy(error, 'QuotaExceededError') ? 'device-full' : 'device-error' }
  }
}

/** A transaction that was undone names what undid it. */
export function isCausedBy(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === name) return true
  return 'inner' in error && error.inner !== error && isCausedBy(error.inner, name)
}
