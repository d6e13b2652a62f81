import { readNote } from '../../api/keep-note.ts'
import { newId } from '../../api/new-id.ts'
import type { Device } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'
import { videoOf } from '../sending/announced.ts'
import { dropBare, heldTakes, keepFound, type Lost, NOTHING_LOST } from '../sending/missing-files.ts'
import { unsentOf } from './unsent.ts'

/** A note in localStorage of what exists only on this device. A browser that clears the database leaves the note. */
type Mark = { database: string; held: Lost }
/** The note as an earlier version wrote it. */
type FirstMark = { database: string; takes: Lost['takes'] }

const DATABASE = 'database'
const markKey = (account: string) => `infield.held.${account}`

/**
 * Finds work that is noted but no longer on this device, and keeps it until the user has read of it. From then on,
 * keeps the note up to date. Returns the function that stops this.
 */
export async function watchLost(device: Device): Promise<() => void> {
  await dropBare(device)
  // Read only once the database is open, because a page that can open none has no other note either.
  const marked = readMark(device.account)
  const database = await nameDatabase(device, marked?.held ?? NOTHING_LOST)
  writeMark(device.account, { database, held: await heldWork(device) })
  return watchDevice(
    () => heldWork(device),
    (held) => writeMark(device.account, { database, held }),
  )
}

/**
 * Returns the id of this database. The first page that opens a new one names it, and keeps what the note holds as
 * lost, because the database before was cleared. A take recorded since is in the note too, and is not lost.
 */
function nameDatabase(device: Device, noted: Lost): Promise<string> {
  const { settings, takes } = device
  return device.transaction('rw', settings, takes, async () => {
    const known = (await settings.get(DATABASE))?.value
    if (typeof known === 'string') return known
    const id = newId()
    await settings.put({ key: DATABASE, value: id })
    const here = new Set(await takes.toCollection().primaryKeys())
    await keepFound(device, { ...noted, takes: noted.takes.filter((take) => !here.has(take.id)) })
    return id
  })
}

/**
 * Returns what exists only on this device: takes, other intents that are unsent or refused, and draft words. A draft
 * that the server has is not counted, because it can be pulled again.
 */
async function heldWork(device: Device): Promise<Lost> {
  const takes = await heldTakes(device)
  const told = new Set(takes.map(({ id }) => id))
  const entries = await device.outbox.where('state').anyOf('waiting', 'parked').toArray()
  const drafts = entries.filter(({ name }) => name === 'draft.save').length
  const changes = entries.filter((entry) => {
    const videoId = videoOf(entry)
    return !entry.name.startsWith('draft.') && !(videoId && told.has(videoId))
  }).length
  const { edits, refused } = await unsentOf(device)
  return {
    takes,
    changes: changes + refused.changes + refused.forms.length,
    drafts: drafts + edits + refused.drafts,
  }
}

function readMark(account: string): Mark | null {
  const mark = readNote<Mark | FirstMark>(markKey(account))
  return mark && 'takes' in mark
    ? { database: mark.database, held: { ...NOTHING_LOST, takes: mark.takes } }
    : mark
}

function writeMark(account: string, mark: Mark): void {
  try {
    const { takes, changes, drafts } = mark.held
    if (takes.length + changes + drafts === 0) localStorage.removeItem(markKey(account))
    else localStorage.setItem(markKey(account), JSON.stringify(mark))
  } catch {
    // Without localStorage no loss can be noticed.
  }
}

/** Deletes an account's note together with the account. */
export function unmarkHeld(account: string): void {
  writeMark(account, { database: '', held: NOTHING_LOST })
}
