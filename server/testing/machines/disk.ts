import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'

const run = promisify(execFile)

/*
 * A disk that is full is a write that the system refuses. Filling this machine's would hit everybody else on it, so the
 * system is told to refuse what one process writes: no file of it may grow beyond so many bytes. Linux alone can do
 * that to a process that runs.
 */

/** So much of a file is still written: every video here is larger. */
const ROOM_BYTES = 20_000
const UP_AGAIN_MS = 30_000

/** Whether this machine can be told to. */
export const canFill = process.platform === 'linux'

const limit = (pid: number, bytes: number | 'unlimited') =>
  run('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]).catch(orGone)

/** It ended meanwhile. */
function orGone(error: Error): void {
  if (!/No such process/.test(error.message)) throw error
}

/** There is no more room for what a server writes; false where this cannot be done. */
export async function fillForServer(pid: number): Promise<boolean> {
  if (canFill) await limit(pid, ROOM_BYTES)
  return canFill
}

/** There is room again. */
export async function emptyForServer(pid: number): Promise<void> {
  if (canFill) await limit(pid, 'unlimited')
}

/** Limits every process of the database; true where it could write all the same. */
async function wroteOnFull(sql: Sql): Promise<boolean> {
  const at = await sql<{ pid: number }[]>`select pid from pg_stat_activity`
  await Promise.all(at.map(({ pid }) => limit(pid, 0)))
  return sql`select pg_logical_emit_message(true, 'disk', 'full')`.then(
    () => true,
    () => false,
  )
}

/**
 * There is no more room for the database's log of what is written: it gives up in the middle of whatever is under way,
 * and comes back where there is room again, which is at once. False where this cannot be done.
 */
export async function fillForDatabase(sql: Sql): Promise<boolean> {
  if (!canFill) return false
  const until = Date.now() + UP_AGAIN_MS
  // a connection that begins meanwhile still writes, and is limited the next time
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
