import type { Context } from '../../context.ts'
import { letLast } from '../../db/lasting.ts'
import type { Sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pause } from '../../pause.ts'
import type { Line, Message } from './line.ts'

/** How often a server that is not the relay tries to become it. */
const TAKE_OVER_MS = 2_000
const IDLE_MS = 50
const BUSY_MS = 10
const AT_ONCE = 1_000

/** Turns a message on a channel into one on a subject. */
export type Address = (channel: string, message: string) => Message

type Options = { line: () => Line | null; address: Address }

/**
 * Passes the rows of `live_change` on to the broker, on only one server, the one that holds the lock. A change
 * leaves once no older writer is open, so that a pull finds it. Its row is deleted only after the broker has it, so
 * it may arrive twice but is not lost with a relay. While this server has no line, changes go by NOTIFY, which
 * every server hears.
 */
export function startRelay(
  { sql, direct = sql, log }: Pick<Context, 'sql' | 'direct' | 'log'>,
  options: Options,
): { stop(): Promise<void> } {
  let stopped = false
  let office: Office | null = null
  const run = async () => {
    while (!stopped) {
      office = await takeOffice(direct)
      if (!office) await pause(TAKE_OVER_MS)
      while (office && !office.isOver() && !stopped) {
        const handed = await handOn(sql, options).catch((error: unknown) => {
          log.warn({ err: error }, 'live changes wait for the database')
          return 0
        })
        await pause(handed > 0 ? BUSY_MS : IDLE_MS)
      }
    }
    await office?.leave()
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}

type Row = { id: number; channel: string; message: string }

/** Passes waiting rows on, and returns how many. */
async function handOn(sql: Sql, { line, address }: Options): Promise<number> {
  const rows = await sql<Row[]>`
    select id, channel, message from live_change
    where channel <> 'feed' or rev < pg_snapshot_xmin(pg_current_snapshot()) order by id limit ${AT_ONCE}`
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => String(id))
  if (await publish(line(), rows, address))
    await sql`delete from live_change where id = any(${ids}::bigint[])`
  else
    await sql`
      with gone as (delete from live_change where id = any(${ids}::bigint[]) returning channel, message)
      select count(pg_notify(channel, message)) from gone where channel <> 'pulse'`
  return rows.length
}

/** Publishes each distinct message once, because a repetition means no more than "look". */
async function publish(line: Line | null, rows: readonly Row[], address: Address): Promise<boolean> {
  if (!line) return false
  const messages = new Map<string, Message>()
  for (const { channel, message } of rows) {
    const said = address(channel, message)
    messages.set(`${said.subject} ${said.text}`, said)
  }
  try {
    await line.publish([...messages.values()])
    return true
  } catch {
    // a line that does not accept messages counts as lost
    line.close()
    return false
  }
}

type Office = { isOver(): boolean; leave(): Promise<void> }

/**
 * Takes the lock of the relay; null if another server has it. A read-only transaction holds the lock, because the
 * pool reserves its connection and reports at once when it is lost, and because it does not hold back any feed.
 */
async function takeOffice(direct: Sql): Promise<Office | null> {
  const taken = Promise.withResolvers<boolean>()
  const left = Promise.withResolvers<void>()
  let isOver = false
  const over = inTransaction(direct, async (tx) => {
    await letLast(tx)
    const [row] = await tx<{ ok: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended('infield live relay', 0)) as ok`
    taken.resolve(row?.ok ?? false)
    if (row?.ok) await left.promise
  })
    .catch(() => taken.resolve(false))
    .finally(() => {
      isOver = true
    })
  if (!(await taken.promise)) return null
  return {
    isOver: () => isOver,
    async leave() {
      left.resolve()
      await over
    },
  }
}
