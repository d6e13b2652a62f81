import { type Device, type TakeRow, watchDevice } from '../device.ts'
import { newId } from '../new-id.ts'
import { freeQuestion, hasVideo } from '../sending/announced.ts'

/** A recording that was on this device alone and is gone from it. */
export type LostTake = Pick<TakeRow, 'id' | 'questionId' | 'durationMs'> & {
  /** The server was told that it is coming. */
  isAnnounced: boolean
}
export type Lost = { takes: LostTake[] }

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
  const bare = await dropBare(device)
  const database = typeof known === 'string' ? known : newId()
  await device.transaction('rw', device.settings, async () => {
    if (database !== known) await device.settings.put({ key: DATABASE, value: database })
    const before = (await device.settings.get(LOST))?.value as Lost | undefined
    const found = [...(before?.takes ?? []), ...cleared, ...bare]
    const takes = [...new Map(found.map((take) => [take.id, take])).values()]
    if (takes.length === 0) return
    await device.settings.put({ key: LOST, value: { takes } satisfies Lost })
  })
  writeMark(device.account, { database, takes: await heldTakes(device) })
  return watchDevice(
    () => heldTakes(device),
    (takes) => writeMark(device.account, { database, takes }),
  )
}

/** Takes off the lists what has no bytes any more; nothing is announced that cannot come. */
async function dropBare(device: Device): Promise<LostTake[]> {
  const { takes, videos, chunks, outbox } = device
  const lost: LostTake[] = []
  for (const held of await heldTakes(device)) {
    if (await hasVideo(device, held.id)) continue
    await device.transaction('rw', takes, videos, chunks, outbox, async () => {
      // somebody else may have discarded it meanwhile
      if (!(await takes.get(held.id))) return
      await takes.delete(held.id)
      await videos.delete(held.id)
      await outbox
        .where({ subject: held.questionId })
        .and(({ args, tries }) => tries === 0 && isOf(args, held.id))
        .delete()
      await freeQuestion(device, held.id)
      lost.push(held)
    })
  }
  return lost
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
