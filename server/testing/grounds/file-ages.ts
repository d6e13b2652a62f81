import { readdir, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Sql } from '../../db/sql.ts'
import type { BlobStore } from '../../media/storage.ts'
import { passTime } from './stage.ts'

/*
 * Files carry this machine's time, while the app goes by a clock that jumps. A file written after a jump of two days
 * would look two days old to a sweep, as no real file ever does. So servers see the age of each file by the app's
 * clock.
 */

/** Returns a store that shows file times by the app's clock, if `advanceWithFiles` moves that clock. */
export function agedBlobs(store: BlobStore, clock: Clock): BlobStore {
  return {
    ...store,
    async *list(area) {
      const shift = (await clock.now()).getTime() - Date.now()
      for await (const blob of store.list(area))
        yield { ...blob, modifiedAt: new Date(blob.modifiedAt.getTime() + shift) }
    },
  }
}

/** Makes the database record when its clock is moved, because the objects of a bucket cannot be made older. */
export async function keepShifts(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table clock_shift (at timestamptz not null default clock_timestamp(), shift interval not null);
    create function keep_shift() returns trigger language plpgsql as
      $$ begin insert into clock_shift (shift) values (new.shift); return null; end $$;
    create trigger keep_shift after insert or update on test_clock for each row execute function keep_shift();`)
}

/** Returns a store that shows each file's time as the app's clock showed it when the file was written. */
export function shiftedBlobs(store: BlobStore, sql: Sql): BlobStore {
  return {
    ...store,
    async *list(area) {
      const shifts = await sql<{ at: Date; ms: number }[]>`
        select at, extract(epoch from shift)::float8 * 1000 as ms from clock_shift order by shift`
      for await (const blob of store.list(area)) {
        const before = shifts.findLast(({ at }) => at <= blob.modifiedAt)
        yield { ...blob, modifiedAt: new Date(blob.modifiedAt.getTime() + (before?.ms ?? 0)) }
      }
    },
  }
}

/** Moves the clock, and makes every file that was there before older by as much. */
export async function advanceWithFiles(sql: Sql, dir: string, ms: number): Promise<void> {
  const before = await modifiedTimes(dir)
  await passTime(sql, ms)
  const after = await modifiedTimes(dir)
  for (const [file, modified] of before) {
    if (after.get(file) !== modified) continue
    const older = new Date(modified - ms)
    await utimes(file, older, older).catch(orGone)
  }
}

async function modifiedTimes(dir: string): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const area of ['uploads', 'served']) {
    for (const name of await readdir(path.join(dir, area)).catch(() => [])) {
      const file = path.join(dir, area, name)
      const found = await stat(file).catch(orGone)
      if (found) times.set(file, found.mtimeMs)
    }
  }
  return times
}

/** Ignores a file that a server has deleted meanwhile. */
function orGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
