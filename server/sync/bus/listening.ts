import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'
import { newestWriter } from '../feed.ts'
import { type Heard, hearDesk } from './heard.ts'

const LOOK_AGAIN_MS = 15
const AFTER_ERROR_MS = 1_000

export type Listening = {
  /**
   * Tells every stream to look now, and again after all transactions that are writing now have ended, because
   * changes until then may have gone unheard.
   */
  missed(): void
  stop(): Promise<void>
}

/**
 * Listens to the notifications of Postgres. A change is passed on to its readers only once no older writer is open,
 * because until then a pull would not find it; a change marked as free is passed on at once. After a lost
 * connection every stream is told to look again, so that nothing is missed.
 */
export async function startListening(
  { sql, direct = sql }: Pick<Context, 'sql' | 'direct'>,
  heard: Heard,
): Promise<Listening> {
  const waiting = createBound(sql)
  const hearChange = (payload: string) => {
    const [reader = '', collection = '', rev = '0', free] = payload.split(' ')
    const tell = () => heard.change(reader, collection)
    // after the other messages of the same transaction, because it may have ended the reader's session
    if (free) setImmediate(tell)
    // also for readers who are away now, because they may come back and pull before the change can be found
    else waiting.add(`${reader} ${collection}`, BigInt(rev), tell)
  }
  const missed = () => {
    heard.lookAgain()
    // covers changes written during the gap by transactions that are still open
    void newestWriter(sql).then((rev) => waiting.add('ready', BigInt(rev), heard.lookAgain), heard.lookAgain)
  }
  const subscriptions = [
    await direct.listen('feed', hearChange, missed),
    await direct.listen('desk', (message) => hearDesk(heard, message)),
    // sessions may have ended during the gap
    await direct.listen('session', heard.sessionEnd, heard.checkSessions),
  ]
  return {
    missed() {
      missed()
      heard.checkSessions()
    },
    async stop() {
      waiting.stop()
      await Promise.all(subscriptions.map((subscription) => subscription.unlisten()))
    },
  }
}

/**
 * Holds each change back until every transaction older than its writer has ended. One query serves all waiting
 * changes.
 */
function createBound(sql: Sql) {
  // of several changes under one key, the oldest is announced as soon as possible, however many follow
  const pending = new Map<string, { first: bigint; last: bigint; release: () => void }>()
  let looking = false
  let stopped = false
  const look = async () => {
    if (looking || stopped) return
    looking = true
    while (pending.size > 0 && !stopped) {
      const oldest = await oldestWriter(sql).catch(() => null)
      for (const [key, change] of pending) {
        if (oldest === null || change.first >= oldest) continue
        if (change.last < oldest) pending.delete(key)
        change.first = change.last
        change.release()
      }
      if (pending.size > 0) await pause(oldest === null ? AFTER_ERROR_MS : LOOK_AGAIN_MS)
    }
    looking = false
  }
  return {
    add(key: string, rev: bigint, release: () => void) {
      const known = pending.get(key)
      if (known && rev > known.last) known.last = rev
      if (!known) pending.set(key, { first: rev, last: rev, release })
      void look()
    },
    stop() {
      stopped = true
    },
  }
}

async function oldestWriter(sql: Sql): Promise<bigint> {
  const [row] = await sql<{ xmin: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
  return BigInt(row?.xmin ?? '0')
}
