import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

const PAUSE_MS = 200
const TRIES = 150
/** Nobody listens there yet, it is starting, it is stopping or crashing, or it went away in between. */
const NOT_YET = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  '57P03',
  '57P02',
  '57P01',
])

/** Whether the database is away for a while, and the same will do later; a file that is missing is something else. */
export function isAway(error: unknown): boolean {
  const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown }
  return typeof code === 'string' && NOT_YET.has(code) && (code !== 'ENOENT' || syscall === 'connect')
}

/**
 * Waits until the database answers, for half a minute at least: after a power cut it comes up beside the server, and is busy
 * with its log for a while. Throws what it said last, and at once what no waiting mends.
 */
export async function untilReachable(sql: Sql): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`
      return
    } catch (error) {
      if (!isAway(error) || tries === TRIES) throw error
    }
    await sleep(PAUSE_MS)
  }
}
