import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'
import { newestWriter } from '../feed.ts'
import { type Heard, hearDesk } from './heard.ts'

const LOOK_AGAIN_MS = 15
const TROUBLE_MS = 1_000

export type Listening = {
  /** Looks now, and once whatever is being written now has ended: what came until then may not have been heard. */
  missed(): void
  stop(): Promise<void>
}

/**
 * Listens to what Postgres notifies of. A change is told to its readers only once no older writer is open, because until
 * then a pull would not find it; what was free of them when it was written is told at once. After a lost connection
 * everybody is told to look again: nothing is missed.
 */
export async function startListening(
  { sql, direct = sql }: Pick<Context, 'sql' | 'direct'>,
  heard: Heard,
): Promise<Listening> {
  const waiting = createBound(sql)
  const hearChange = (payload: string) => {
    const [reader = '', collection = '', rev = '0', free] = payload.split(' ')
    const tell = () => heard.change(reader, collection)
    // after whatever else the transaction said: it may have ended the reader's session
    if (free) setImmediate(tell)
    // readers who are away just now too: they may be back, and have pulled, before it can be found
    else waiting.add(`${reader} ${collection}`, BigInt(rev), tell)
  }
  const missed = () => {
    heard.lookAgain()
    // what was written while nobody listened, by transactions that are still open
    void newestWriter(sql).then((rev) => waiting.add('ready', BigInt(rev), heard.lookAgain), heard.lookAgain)
  }
  const subscriptions = [
    await direct.listen('feed', hearChange, missed),
    await direct.listen('desk', (message) => hearDesk(heard, message)),
    // sessions may have ended while nobody listened
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

/** Holds a change back until every transaction older than its writer has ended; one look serves all who wait. */
function createBound(sql: Sql) {
  // of several changes under one key the oldest is told as soon as it can be, however many follow it
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
      if (pending.size > 0) await pause(oldest === null ? TROUBLE_MS : LOOK_AGAIN_MS)
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
