import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

const PAUSE_MS = 200
const TRIES = 150
/** Error codes of a database that does not listen yet, is starting, stopping or crashing, or went away in between. */
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

const PROTOCOL_VIOLATION = '08P01'
/** PgBouncer reports every error as a protocol violation, including that it cannot reach the database just now. */
const OF_POOLER =
  /^(server conn crashed|server login has been failing|server shutting down|query_wait_timeout|client_login_timeout)/

/**
 * Checks whether the database is only temporarily away, itself or behind a pooler, so that trying again may help; a
 * missing file is a different error.
 */
export function isAway(error: unknown): boolean {
  const { code, syscall, message } = Object(error) as { code?: unknown; syscall?: unknown; message?: string }
  if (code === PROTOCOL_VIOLATION) return OF_POOLER.test(message ?? '')
  return typeof code === 'string' && NOT_YET.has(code) && (code !== 'ENOENT' || syscall === 'connect')
}

/**
 * Waits until the database answers, for half a minute at least: after a power cut it starts together with the
 * server and needs time to replay its log. Throws the last error, or at once an error that waiting does not fix.
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
