import { z } from '../../sync/shape.ts'
import type { Beat } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'
import type { MarkPlace } from './storage.ts'

const markShape = z.object({
  storeId: z.uuid(),
  generation: z.int(),
  beat: z.int(),
  movedTo: z.optional(z.string()),
})

/**
 * The mark of a file store: the database it belongs to, and how far that database's servers had counted. `movedTo`
 * names the store to which the files were moved; no server starts on a moved store.
 */
export type StoreMark = Beat & { storeId: string; movedTo?: string | undefined }

/** Below this much free space a store counts as full, because even a beat may not fit. */
const FULL_BYTES = 16 * 1024 * 1024

/** Returns the mark of a store; null when there is none. Throws when it cannot be read or is invalid. */
export async function readMark(place: MarkPlace): Promise<StoreMark | null> {
  const text = await place.read()
  return text === null ? null : markShape.parse(JSON.parse(text))
}

export const writeMark = (place: MarkPlace, mark: StoreMark): Promise<void> =>
  place.write(JSON.stringify(mark))

/**
 * Checks that the store and the database belong together, marks a new pair, and returns the mark. Throws a readable
 * error when the store is another database's, was moved elsewhere, or contains nothing although this database has
 * stored videos, because a server that started there would lose sight of paid videos.
 */
export async function claimStore(sql: Sql, place: MarkPlace): Promise<StoreMark> {
  const { called, variable, ifLost } = place
  const mark = await readMark(place)
  const [row] = await sql<{ storeId: string; stored: number }[]>`
    select store_id as "storeId", (select count(*)::int from media where state = 'stored') as stored
    from feed_epoch`
  if (!row)
    throw new Error(
      'The table feed_epoch is empty, so the database was not restored completely: restore it again.',
    )
  const { storeId, stored } = row
  if (mark && mark.storeId !== storeId)
    throw new Error(
      `${called} holds the videos of another database. Set ${variable} to where those of this one are, or DATABASE_URL to the database of the videos.`,
    )
  if (mark?.movedTo) throw new Error(movedStore(place, mark.movedTo))
  if (mark) return mark
  if (stored > 0 && (await place.isEmpty()))
    throw new Error(
      `The database knows stored videos (${stored}), and none of them lies there: ${called} is empty. ${ifLost}`,
    )
  const fresh = { storeId, generation: 0, beat: 0 }
  await writeMark(place, fresh)
  return fresh
}

const lostStore = ({ called, ifLost }: MarkPlace) =>
  `${called} is not there: its mark is missing. If its files are there, put infield-store.json back. Otherwise: ${ifLost}`
const othersStore = ({ called, variable }: MarkPlace) =>
  `${called} is another database’s: set ${variable} to where the files of this one are.`
/** Says how servers are told of a store, by its name: an address of a bucket, or `disk:` and a folder. */
export const wayToStore = (name: string) =>
  name.startsWith('s3:')
    ? `Set STORAGE=${name} and start the servers.`
    : `Set STORAGE=disk and DATA_DIR=${name.slice('disk:'.length)} and start the servers.`

const movedStore = ({ called }: MarkPlace, to: string) =>
  `The files of ${called} were moved to ${to}. ${wayToStore(to)}`

/**
 * Writes the next beat to the store that has the mark. Throws when the mark is lost, so that no empty store is
 * marked in its place.
 */
export async function renewMark(place: MarkPlace, mark: StoreMark): Promise<void> {
  const there = await readMark(place)
  if (!there) throw new Error(lostStore(place))
  if (there.storeId !== mark.storeId) throw new Error(othersStore(place))
  // a server that was left running must not overwrite the note that the files were moved
  if (there.movedTo) throw new Error(movedStore(place, there.movedTo))
  await writeMark(place, mark)
}

/** Returns why the store cannot be read or written at the moment, as a sentence; null when it can. */
export async function storeError(place: MarkPlace, storeId: string): Promise<string | null> {
  try {
    const mark = await readMark(place)
    if (!mark) return lostStore(place)
    if (mark.storeId !== storeId) return othersStore(place)
    if (mark.movedTo) return movedStore(place, mark.movedTo)
    if ((await place.room()).freeBytes < FULL_BYTES)
      return `${place.called} is full. Free space there: the server looks again automatically.`
    await writeMark(place, mark)
    return null
  } catch (error) {
    return `${place.called} cannot be used: ${(error as Error).message}`
  }
}
