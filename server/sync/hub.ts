import type { StreamEvent } from '../../sync/protocol.ts'
import type { Context } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import { pause } from '../pause.ts'
import { epochOf } from './feed.ts'

/** One open stream of one device. `send` answers false when the reader is too slow to keep. */
export type Listener = {
  reader: string
  sessionId: string
  desk: boolean
  send(event: StreamEvent): boolean
  close(): void
}

/** Where streams hear what changed: one LISTEN per server process, whatever the number of streams. */
export type Hub = { add(listener: Listener): () => void; stop(): Promise<void>; size(): number }

const LOOK_AGAIN_MS = 15

/**
 * Starts listening. A change is told to its readers only once no older writer is open, because until then a pull
 * would not find it. After a lost connection everybody is told to look again: nothing is missed.
 */
export async function startHub(context: Pick<Context, 'sql' | 'log'>): Promise<Hub> {
  const { sql } = context
  const byReader = new Map<string, Set<Listener>>()
  const all = () => [...byReader.values()].flatMap((set) => [...set])
  const tell = (listener: Listener, event: StreamEvent) => {
    if (listener.send(event)) return
    listener.send({ event: 'bye', data: { reason: 'slow' } })
    listener.close()
  }
  const waiting = createBound(sql, (reader, collection) => {
    for (const listener of byReader.get(reader) ?? [])
      tell(listener, { event: 'changed', data: { collection } })
  })
  const tellReady = async () => {
    const epoch = await epochOf(sql)
    for (const listener of all()) tell(listener, { event: 'ready', data: { epoch } })
  }
  const subscriptions = [
    await sql.listen(
      'feed',
      (payload) => {
        const [reader = '', collection = '', rev = '0'] = payload.split(' ')
        if (byReader.has(reader)) waiting.add(reader, collection, BigInt(rev))
      },
      () => void tellReady(),
    ),
    await sql.listen('desk', (payload) => {
      const [id = '', revision = '0'] = payload.split(' ')
      for (const listener of all()) {
        if (listener.desk) tell(listener, { event: 'desk', data: { id, revision: Number(revision) } })
      }
    }),
    await sql.listen('session', (sessionId) => {
      for (const listener of all().filter((each) => each.sessionId === sessionId)) {
        listener.send({ event: 'bye', data: { reason: 'signed-out' } })
        listener.close()
      }
    }),
  ]
  return {
    size: () => all().length,
    add(listener) {
      const set = byReader.get(listener.reader) ?? new Set()
      byReader.set(listener.reader, set.add(listener))
      void epochOf(sql).then((epoch) => tell(listener, { event: 'ready', data: { epoch } }))
      return () => {
        set.delete(listener)
        if (set.size === 0 && byReader.get(listener.reader) === set) byReader.delete(listener.reader)
      }
    },
    async stop() {
      waiting.stop()
      for (const listener of all()) {
        listener.send({ event: 'bye', data: { reason: 'restart' } })
        listener.close()
      }
      await Promise.all(subscriptions.map((subscription) => subscription.unlisten()))
    },
  }
}

/** Holds a change back until every transaction older than its writer has ended; one look serves all who wait. */
function createBound(sql: Sql, release: (reader: string, collection: string) => void) {
  const pending = new Map<string, { reader: string; collection: string; rev: bigint }>()
  let looking = false
  let stopped = false
  const look = async () => {
    if (looking || stopped) return
    looking = true
    try {
      while (pending.size > 0 && !stopped) {
        const [row] = await sql<
          { xmin: string }[]
        >`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
        const xmin = BigInt(row?.xmin ?? '0')
        for (const [key, change] of pending) {
          if (change.rev >= xmin) continue
          pending.delete(key)
          release(change.reader, change.collection)
        }
        if (pending.size > 0) await pause(LOOK_AGAIN_MS)
      }
    } catch {
      // the connection is gone: on reconnection everybody looks again anyway
      pending.clear()
    } finally {
      looking = false
    }
  }
  return {
    add(reader: string, collection: string, rev: bigint) {
      const key = `${reader} ${collection}`
      const before = pending.get(key)
      pending.set(key, { reader, collection, rev: before && before.rev > rev ? before.rev : rev })
      void look()
    },
    stop() {
      stopped = true
    },
  }
}
