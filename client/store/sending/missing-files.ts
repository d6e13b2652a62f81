import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { freeQuestion, videoOf } from './announced.ts'
import { hasVideo } from './video-bytes.ts'

/** A recording that existed only on this device and was cleared. */
export type LostTake = Pick<TakeRow, 'id' | 'questionId' | 'durationMs' | 'about'>
export type Lost = {
  takes: LostTake[]
  /** The number of intents that were lost before they were sent. */
  changes: number
  /** The number of drafts lost whose words existed nowhere else. */
  drafts: number
}

/** No loss. */
export const NOTHING_LOST: Lost = { takes: [], changes: 0, drafts: 0 }

const LOST = 'lost'
const HELD: readonly TakeRow['state'][] = ['recording', 'kept', 'queued', 'uploading', 'refused']

/** Returns the losses that the user has not read of yet; null when there are none. */
export async function readLost({ settings }: Device): Promise<Lost | null> {
  // A notice of an earlier version lists only takes.
  const lost = (await settings.get(LOST))?.value as Partial<Lost> | undefined
  return lost ? { ...NOTHING_LOST, ...lost } : null
}

/** Forgets the losses after the user has read of them. */
export function forgetLost({ settings }: Device): Promise<void> {
  return settings.delete(LOST)
}

/**
 * Removes takes without bytes from the lists and records them as lost, so that no intent announces a video that
 * cannot follow. `unreadable` is a take whose row exists although the browser has cleared its bytes. The first tab
 * that looks finds the loss. Runs in the caller's transaction or in its own.
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

/**
 * Returns whether the take's bytes are here. A recording is stored in chunks; one that has just begun has nothing
 * to lose.
 */
async function hasBytes(device: Device, { id, state, bytes }: TakeRow): Promise<boolean> {
  if (state !== 'recording') return hasVideo(device, id)
  return bytes === 0 || (await device.chunks.where({ takeId: id }).count()) > 0
}

/** Returns the entries, not sent yet, that would announce a video that is missing here. */
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

/** Adds to the losses that are kept until the user reads of them. */
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

/** Returns the takes that exist only on this device. */
export async function heldTakes(device: Device): Promise<LostTake[]> {
  const held = await device.takes.where('state').anyOf(HELD).toArray()
  return asLost(held.filter(({ bytes }) => bytes > 0))
}
