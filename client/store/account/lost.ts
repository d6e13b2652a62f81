import { type Device, type TakeRow, watchDevice } from '../device.ts'
import { newId } from '../new-id.ts'

/** A recording that was on this device alone and is gone from it. */
export type LostTake = Pick<TakeRow, 'id' | 'questionId' | 'durationMs'> & {
  /** The server was told that it is coming. */
  isAnnounced: boolean
}
export type Lost = { takes: LostTake[]; keptVideos: number }

/** What lay on this device and nowhere else, noted beside its database: a browser that clears the one leaves the other. */
type Mark = { database: string; takes: LostTake[] }

const LOST = 'lost'
const DATABASE = 'database'
const markKey = (account: string) => `infield.held.${account}`
const HELD: readonly TakeRow['state'][] = ['kept', 'queued', 'uploading', 'refused']

/** What the browser has cleared and nobody has read of yet; null where that is nothing. */
export async function readLost({ settings }: Device): Promise<Lost | null> {
  const lost = (await settings.get(LOST))?.value as Lost | undefined
  return lost ?? null
}

/** Its owner has read it. */
export function forgetLost({ settings }: Device): Promise<void> {
  return settings.delete(LOST)
}

/**
 * Looks for what is listed and not there any more, keeps what it found until it is read, and notes from then on what
 * there is to lose. The answer ends the noting.
 */
export async function watchLost(device: Device): Promise<() => void> {
  const marked = readMark(device.account)
  const known = (await device.settings.get(DATABASE))?.value
  const cleared = marked && marked.database !== known ? marked.takes : []
  const unreadable = await dropUnreadable(device)
  const database = typeof known === 'string' ? known : newId()
  await device.transaction('rw', device.settings, async () => {
    if (database !== known) await device.settings.put({ key: DATABASE, value: database })
    const before = (await device.settings.get(LOST))?.value as Lost | undefined
    const found = [...(before?.takes ?? []), ...cleared, ...unreadable.takes]
    const takes = [...new Map(found.map((take) => [take.id, take])).values()]
    const keptVideos = (before?.keptVideos ?? 0) + unreadable.keptVideos
    if (takes.length + keptVideos === 0) return
    await device.settings.put({ key: LOST, value: { takes, keptVideos } satisfies Lost })
  })
  writeMark(device.account, { database, takes: await heldTakes(device) })
  return watchDevice(
    () => heldTakes(device),
    (takes) => writeMark(device.account, { database, takes }),
  )
}

/** Takes off the lists what has no bytes any more; nothing is announced that cannot come. */
async function dropUnreadable(device: Device): Promise<Lost> {
  const { takes, videos, chunks, outbox, kept } = device
  const lost: LostTake[] = []
  for (const held of await heldTakes(device)) {
    if (await isReadable((await videos.get(held.id))?.blob)) continue
    await device.transaction('rw', takes, videos, chunks, outbox, async () => {
      // somebody else may have discarded it meanwhile
      if (!(await takes.get(held.id))) return
      await takes.delete(held.id)
      await videos.delete(held.id)
      await outbox
        .where({ subject: held.questionId })
        .and(({ args, tries }) => tries === 0 && isOf(args, held.id))
        .delete()
      lost.push(held)
    })
  }
  const gone: string[] = []
  for (const { videoId, blob } of await kept.toArray()) if (!(await isReadable(blob))) gone.push(videoId)
  await kept.bulkDelete(gone)
  return { takes: lost, keptVideos: gone.length }
}

async function heldTakes({ takes, outbox }: Device): Promise<LostTake[]> {
  const held = await takes.where('state').anyOf(HELD).toArray()
  const entries = await outbox.toArray()
  return held.map(({ id, questionId, durationMs }) => ({
    ...{ id, questionId, durationMs },
    isAnnounced: entries.some(({ args, tries }) => tries > 0 && isOf(args, id)),
  }))
}

function isOf(args: Record<string, unknown>, takeId: string): boolean {
  return (args.video as { id?: string } | undefined)?.id === takeId
}

/** A row may outlive the file its bytes are in. */
async function isReadable(blob: Blob | undefined): Promise<boolean> {
  if (!blob) return false
  const first = await blob
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null)
  return first?.byteLength === Math.min(1, blob.size)
}

function readMark(account: string): Mark | null {
  try {
    return JSON.parse(localStorage.getItem(markKey(account)) ?? 'null') as Mark | null
  } catch {
    return null
  }
}

function writeMark(account: string, mark: Mark): void {
  try {
    if (mark.takes.length === 0) localStorage.removeItem(markKey(account))
    else localStorage.setItem(markKey(account), JSON.stringify(mark))
  } catch {
    // a browser that keeps nothing loses nothing unnoticed either
  }
}

/** With the account everything that names it goes. */
export function unmarkHeld(account: string): void {
  writeMark(account, { database: '', takes: [] })
}
