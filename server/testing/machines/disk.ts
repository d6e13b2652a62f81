import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'

const run = promisify(execFile)

/*
 * On a full disk, the system refuses a write. Filling this machine's disk would hit every other program on it, so a
 * test limits one process instead: no file of it may grow beyond so many bytes. Only Linux can do that to a running
 * process.
 */

/** A limited process can still write files of this size; every video here is larger. */
const ROOM_BYTES = 20_000
const UP_AGAIN_MS = 30_000

/** Whether this system can limit a running process. */
export const canFill = process.platform === 'linux'

const limit = (pid: number, bytes: number | 'unlimited') =>
  run('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]).catch(orGone)

/** Ignores a process that has ended meanwhile. */
function orGone(error: Error): void {
  if (!/No such process/.test(error.message)) throw error
}

/** Makes the disk full for a server. Returns false where the system cannot do that. */
export async function fillForServer(pid: number): Promise<boolean> {
  if (canFill) await limit(pid, ROOM_BYTES)
  return canFill
}

/** Gives a server room on the disk again. */
export async function emptyForServer(pid: number): Promise<void> {
  if (canFill) await limit(pid, 'unlimited')
}

/** Limits every process of the database. Returns true if the database could write all the same. */
async function wroteOnFull(sql: Sql): Promise<boolean> {
  const at = await sql<{ pid: number }[]>`select pid from pg_stat_activity`
  await Promise.all(at.map(({ pid }) => limit(pid, 0)))
  return sql`select pg_logical_emit_message(true, 'disk', 'full')`.then(
    () => true,
    () => false,
  )
}

/**
 * Leaves the database no room for its WAL. It crashes in the middle of whatever is under way, and starts again at
 * once, because its new processes are not limited. Returns false where the system cannot do that.
 */
export async function fillForDatabase(sql: Sql): Promise<boolean> {
  if (!canFill) return false
  const until = Date.now() + UP_AGAIN_MS
  // A connection that begins meanwhile can still write, so it is limited in the next round.
  while (await wroteOnFull(sql)) {
    if (Date.now() > until) throw new Error('the database wrote to a full disk')
  }
  while (Date.now() < until) {
    const isUp = await sql`select pg_logical_emit_message(true, 'disk', 'free')`
      .then(() => true)
      .catch(() => false)
    if (isUp) return true
    await pause(50)
  }
  throw new Error('the database did not come back from a full disk')
}
