import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from '../../sync/shape.ts'
import type { Beat } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'

/** Says in the folder of files which database they belong to, and how far its servers had counted. */
const MARK = 'infield-store.json'

const markShape = z.object({
  storeId: z.uuid(),
  generation: z.int(),
  beat: z.int(),
})

export type StoreMark = Beat & { storeId: string }

/** What stands in the folder; null where nothing does. Throws where it cannot be read or is no mark. */
async function readMark(dir: string): Promise<StoreMark | null> {
  const text = await readFile(path.join(dir, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : markShape.parse(JSON.parse(text))
}

/** Writes the mark whole or not at all. */
export async function writeMark(dir: string, mark: StoreMark): Promise<void> {
  const draft = path.join(dir, `.${MARK}-${randomUUID()}`)
  try {
    await writeFile(draft, JSON.stringify(mark), { mode: 0o600 })
    await rename(draft, path.join(dir, MARK))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * Makes sure that the folder of files and the database belong together, and answers the mark. A new pair is marked.
 * Throws a sentence where the folder is another database's, or holds nothing of what this database has stored: a
 * server that started there would lose sight of videos that were paid for.
 */
export async function claimStore(sql: Sql, dir: string): Promise<StoreMark> {
  const mark = await readMark(dir)
  const [row] = await sql<{ storeId: string; stored: number }[]>`
    select store_id as "storeId", (select count(*)::int from media where state = 'stored') as stored
    from feed_epoch`
  if (!row) throw new Error('The database does not know its epoch yet.')
  const { storeId, stored } = row
  if (mark && mark.storeId !== storeId)
    throw new Error(
      `The folder ${dir} holds the videos of another database. Set DATA_DIR to the folder of this one, or DATABASE_URL to the database of the folder.`,
    )
  if (mark) return mark
  if (stored > 0 && (await isEmpty(dir)))
    throw new Error(
      `The database knows stored videos (${stored}), and none of them lies in ${dir}. Mount the volume that holds them, or set DATA_DIR to its folder.`,
    )
  const fresh = { storeId, generation: 0, beat: 0 }
  await writeMark(dir, fresh)
  return fresh
}

async function isEmpty(dir: string): Promise<boolean> {
  const names = await readdir(path.join(dir, 'served')).catch(() => [])
  return names.length === 0
}

/** Counts on in the folder that has the mark; throws where it is lost, so that no empty folder is marked in its place. */
export async function renewMark(dir: string, mark: StoreMark): Promise<void> {
  const there = await readMark(dir)
  if (there?.storeId !== mark.storeId) throw new Error('The folder of files is not there, or another one.')
  await writeMark(dir, mark)
}

/** Why the folder cannot be served from or written to just now, as a sentence; null where it can. */
export async function storeTrouble(dir: string, storeId: string): Promise<string | null> {
  try {
    const mark = await readMark(dir)
    if (!mark) return 'The folder of files is not there: its mark is missing.'
    if (mark.storeId !== storeId) return 'The folder of files is another database’s.'
    await writeMark(dir, mark)
    return null
  } catch (error) {
    return `The folder of files cannot be used: ${(error as Error).message}`
  }
}
