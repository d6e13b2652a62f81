import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { freeQuestion, videoOf } from './announced.ts'
import { hasVideo } from './video-bytes.ts'

/** A recording that was on this device alone and is gone from it. */
export type LostTake = Pick<TakeRow, 'id' | 'questionId' | 'durationMs' | 'about'>
export type Lost = {
  takes: LostTake[]
  /** What was decided here and had not left. */
  changes: number
  /** Words that were begun here, and stood nowhere else. */
  drafts: number
}

/** Where nothing is missed. */
export const NOTHING_LOST: Lost = { takes: [], changes: 0, drafts: 0 }

const LOST = 'lost'
const HELD: readonly TakeRow['state'][] = ['recording', 'kept', 'queued', 'uploading', 'refused']

/** What the browser has cleared and nobody has read of yet; null where that is nothing. */
export async function readLost({ settings }: Device): Promise<Lost | null> {
  // a notice of a former version knows of takes alone
  const lost = (await settings.get(LOST))?.value as Partial<Lost> | undefined
  return lost ? { ...NOTHING_LOST, ...lost } : null
}

/** Its owner has read it. */
export function forgetLost({ settings }: Device): Promise<void> {
  return settings.delete(LOST)
}

/**
 * Takes off the lists what has no bytes any more, and keeps it to be told: nothing is announced that cannot come.
 * `unreadable` is listed with bytes that the browser has cleared. Whoever looks first, in whichever tab, finds it; in a
 * transaction of the caller's, or its own.
 */
export function dropBare(device: Device, unreadable?: string): Promise<LostTake[]> {
  const { takes, videos, chunks, outbox, settings } = device
  return device.transaction('rw', [takes, videos, chunks, outbox, settings], async () => {
    if (unreadable) await videos.delete(unreadable)
    const bare = await bareTakes(device)
    await keepFound(device, { ...NOTHING_LOST, takes: bare })
    for (const { id } of bare) {
      await takes.delete(id)
      await freeQuestion(device, id)
    }
    const unheard = await unheardEntries(device, bare)
    await outbox.bulkDelete(unheard.map(({ counter }) => counter))
    return bare
  })
}

async function bareTakes(device: Device): Promise<LostTake[]> {
  const held = await device.takes.where('state').anyOf(HELD).toArray()
  const bare: TakeRow[] = []
  for (const take of held) if (!(await hasBytes(device, take))) bare.push(take)
  return asLost(bare)
}

/** A recording lies here second by second; one that has just begun has nothing to lose. */
async function hasBytes(device: Device, { id, state, bytes }: TakeRow): Promise<boolean> {
  if (state !== 'recording') return hasVideo(device, id)
  return bytes === 0 || (await device.chunks.where({ takeId: id }).count()) > 0
}

/** What would announce a video that is not here, and that nobody has heard of. */
async function unheardEntries(device: Device, bare: readonly LostTake[]): Promise<OutboxRow[]> {
  const lost = new Set(bare.map(({ id }) => id))
  const waiting = await device.outbox.where({ state: 'waiting' }).toArray()
  const unheard: OutboxRow[] = []
  for (const row of waiting) {
    const videoId = videoOf(row)
    if (!videoId || row.tries > 0 || !(row.answering || lost.has(videoId))) continue
    if (!(await hasVideo(device, videoId))) unheard.push(row)
  }
  return unheard
}

/** Keeps what was found until it is read, with what was found before. */
export async function keepFound(device: Device, found: Lost): Promise<void> {
  if (found.takes.length + found.changes + found.drafts === 0) return
  const before = (await readLost(device)) ?? NOTHING_LOST
  const takes = new Map([...before.takes, ...found.takes].map((take) => [take.id, take]))
  const value: Lost = {
    takes: [...takes.values()],
    changes: before.changes + found.changes,
    drafts: before.drafts + found.drafts,
  }
  await device.settings.put({ key: LOST, value })
}

const asLost = (held: readonly TakeRow[]): LostTake[] =>
  held.map(({ id, questionId, durationMs, about }) => ({
    ...{ id, questionId, durationMs },
    ...(about && { about }),
  }))

/** What lies on this device and nowhere else. */
export async function heldTakes(device: Device): Promise<LostTake[]> {
  const held = await device.takes.where('state').anyOf(HELD).toArray()
  return asLost(held.filter(({ bytes }) => bytes > 0))
}
