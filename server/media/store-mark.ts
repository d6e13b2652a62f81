import { z } from '../../sync/shape.ts'
import type { Sql } from '../db/sql.ts'
import type { Beat } from '../sync/epoch.ts'
import type { MarkPlace } from './storage.ts'

const markShape = z.object({
  storeId: z.uuid(),
  generation: z.int(),
  beat: z.int(),
  movedTo: z.optional(z.string()),
})

/**
 * Says in a store of files which database they belong to, and how far its servers had counted; `movedTo` is where the
 * files were moved to, after which no server starts on them here.
 */
export type StoreMark = Beat & { storeId: string; movedTo?: string | undefined }

/** Below it a store is full: not even a beat can be relied on. */
const FULL_BYTES = 16 * 1024 * 1024

/** What stands in the store; null where nothing does. Throws where it cannot be read or is no mark. */
export async function readMark(place: MarkPlace): Promise<StoreMark | null> {
  const text = await place.read()
  return text === null ? null : markShape.parse(JSON.parse(text))
}

export const writeMark = (place: MarkPlace, mark: StoreMark): Promise<void> =>
  place.write(JSON.stringify(mark))

/**
 * Makes sure that the store of files and the database belong together, and answers the mark. A new pair is marked.
 * Throws a sentence where the store is another database's, was moved elsewhere, or holds nothing of what this database
 * has stored: a server that started there would lose sight of videos that were paid for.
 */
export async function claimStore(sql: Sql, place: MarkPlace): Promise<StoreMark> {
  const { called, variable, ifLost } = place
  const mark = await readMark(place)
  const [row] = await sql<{ storeId: string; stored: number }[]>`
    select store_id as "storeId", (select count(*)::int from media where state = 'stored') as stored
    from feed_epoch`
  if (!row) throw new Error('The database does not know its epoch yet.')
  const { storeId, stored } = row
  if (mark && mark.storeId !== storeId)
    throw new Error(
      `${called} holds the videos of another database. Set ${variable} to where those of this one are, or DATABASE_URL to the database of the videos.`,
    )
  if (mark?.movedTo)
    throw new Error(`The files of ${called} were moved to ${mark.movedTo}: set STORAGE to it.`)
  if (mark) return mark
  if (stored > 0 && (await place.isEmpty()))
    throw new Error(
      `The database knows stored videos (${stored}), and none of them lies there: ${called} is empty. ${ifLost}`,
    )
  const fresh = { storeId, generation: 0, beat: 0 }
  await writeMark(place, fresh)
  return fresh
}

/** Counts on in the store that has the mark; throws where it is lost, so that no empty store is marked in its place. */
export async function renewMark(place: MarkPlace, mark: StoreMark): Promise<void> {
  const there = await readMark(place)
  if (there?.storeId !== mark.storeId) throw new Error('The store of files is not there, or another one.')
  // a server that was left running overwrites nobody's word that the files are elsewhere now
  if (there.movedTo) throw new Error(`The files were moved to ${there.movedTo}.`)
  await writeMark(place, mark)
}

/** Why the store cannot be served from or written to just now, as a sentence; null where it can. */
export async function storeTrouble(place: MarkPlace, storeId: string): Promise<string | null> {
  try {
    const mark = await readMark(place)
    if (!mark) return `${place.called} is not there: its mark is missing.`
    if (mark.storeId !== storeId) return `${place.called} is another database’s.`
    if (mark.movedTo) return `The files of ${place.called} were moved to ${mark.movedTo}.`
    if ((await place.room()).freeBytes < FULL_BYTES) return `${place.called} is full.`
    await writeMark(place, mark)
    return null
  } catch (error) {
    return `${place.called} cannot be used: ${(error as Error).message}`
  }
}
