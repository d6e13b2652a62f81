import { LIMITS } from '../../sync/limits.ts'
import type { StreamEvent } from '../../sync/protocol.ts'
import { endedSessions } from '../account/session.ts'
import type { Context } from '../context.ts'
import { epochOf } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'
import { every, pause } from '../pause.ts'
import { newestWriter } from './feed.ts'

/** One open stream of one device. `send` answers false when the reader is too slow to keep. */
export type Listener = {
  reader: string
  sessionId: string
  desk: boolean
  send(event: StreamEvent): boolean
  close(): void
}

/** Where streams hear what changed: one LISTEN per server process, whatever the number of streams. */
export type Hub = {
  add(listener: Listener): () => void
  /** Tells all who listen to open their stream anew, elsewhere; whoever comes after that is let in. */
  moveStreams(): void
  stop(): Promise<void>
  size(): number
}

const LOOK_AGAIN_MS = 15
const TROUBLE_MS = 1_000
/** How long at most a stream outlives a session whose end nobody was told of: one that ran out, or a lost connection. */
const SESSIONS_EVERY_MS = 20_000

/**
 * Starts listening. A change is told to its readers only once no older writer is open, because until then a pull
 * would not find it; what was free of them when it was written is told at once. After a lost connection everybody is
 * told to look again: nothing is missed.
 */
export async function startHub(
  context: Pick<Context, 'sql' | 'direct' | 'log'>,
  { sessionsEveryMs = SESSIONS_EVERY_MS } = {},
): Promise<Hub> {
  const { sql } = context
  const streams = createStreams()
  const waiting = createBound(sql)
  const subscriptions = await listen(context, streams, waiting)
  const moveStreams = () => {
    for (const listener of streams.all()) sayGoodbye(listener, 'restart')
  }
  const stopLooking = every(sessionsEveryMs, () => void endStreams(context, streams.all()))
  return {
    size: () => streams.all().length,
    add(listener) {
      const remove = streams.add(listener)
      // lines that went without a word stay open for minutes, and they are the oldest
      const ofSession = streams
        .of(listener.reader)
        .filter(({ sessionId }) => sessionId === listener.sessionId)
      for (const old of ofSession.slice(0, -LIMITS.streamsPerSession)) sayGoodbye(old, 'slow')
      void welcome(context, listener)
      return remove
    },
    moveStreams,
    async stop() {
      stopLooking()
      waiting.stop()
      moveStreams()
      await Promise.all(subscriptions.map((subscription) => subscription.unlisten()))
    },
  }
}

/** A session that ended before its stream was here to be told of it ends the stream now. */
async function welcome(context: Pick<Context, 'sql' | 'log'>, listener: Listener): Promise<void> {
  try {
    tell(listener, { event: 'ready', data: { epoch: await epochOf(context.sql) } })
    await endStreams(context, [listener])
  } catch {
    listener.close()
  }
}

/** Ends the streams whose sessions ended, whoever was or was not there to hear of it. */
async function endStreams(context: Pick<Context, 'sql' | 'log'>, listeners: Listener[]): Promise<void> {
  if (listeners.length === 0) return
  try {
    const ended = new Set(await endedSessions(context, [...new Set(listeners.map((each) => each.sessionId))]))
    for (const listener of listeners) if (ended.has(listener.sessionId)) sayGoodbye(listener, 'signed-out')
  } catch (error) {
    context.log.warn({ err: error }, 'streams are looked at again in a moment')
  }
}

type Streams = ReturnType<typeof createStreams>

/** The open streams, by whom they are for. */
function createStreams() {
  const byReader = new Map<string, Set<Listener>>()
  return {
    all: () => [...byReader.values()].flatMap((set) => [...set]),
    of: (reader: string) => [...(byReader.get(reader) ?? [])],
    add(listener: Listener) {
      const set = byReader.get(listener.reader) ?? new Set()
      byReader.set(listener.reader, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && byReader.get(listener.reader) === set) byReader.delete(listener.reader)
      }
    },
  }
}

function tell(listener: Listener, event: StreamEvent): void {
  if (!listener.send(event)) sayGoodbye(listener, 'slow')
}

function sayGoodbye(listener: Listener, reason: 'signed-out' | 'slow' | 'restart'): void {
  listener.send({ event: 'bye', data: { reason } })
  listener.close()
}

async function listen(
  context: Pick<Context, 'sql' | 'direct' | 'log'>,
  streams: Streams,
  waiting: ReturnType<typeof createBound>,
) {
  const { sql, direct = sql, log } = context
  const tellReady = async () => {
    const epoch = await epochOf(sql)
    for (const listener of streams.all()) tell(listener, { event: 'ready', data: { epoch } })
  }
  const lookAgain = () =>
    void tellReady().catch((error: unknown) => log.warn({ err: error }, 'streams wait for the next change'))
  const hearChange = (payload: string) => {
    const [reader = '', collection = '', rev = '0', free] = payload.split(' ')
    const tellReader = () => {
      for (const listener of streams.of(reader)) tell(listener, { event: 'changed', data: { collection } })
    }
    // after whatever else the transaction said: it may have ended the reader's session
    if (free) setImmediate(tellReader)
    // readers who are away just now too: they may be back, and have pulled, before it can be found
    else waiting.add(`${reader} ${collection}`, BigInt(rev), tellReader)
  }
  const hearAgain = () => {
    lookAgain()
    // what was written while nobody listened, by transactions that are still open
    void newestWriter(sql).then((rev) => waiting.add('ready', BigInt(rev), lookAgain), lookAgain)
  }
  const hearDesk = (payload: string) => {
    const [id = '', revision = '0'] = payload.split(' ')
    for (const listener of streams.all().filter(({ desk }) => desk))
      tell(listener, { event: 'desk', data: { id, revision: Number(revision) } })
  }
  const hearSessionEnd = (ended: string) => {
    for (const listener of streams.all().filter(({ sessionId }) => sessionId === ended))
      sayGoodbye(listener, 'signed-out')
  }
  return [
    await direct.listen('feed', hearChange, hearAgain),
    await direct.listen('desk', hearDesk),
    // sessions may have ended while nobody listened
    await direct.listen('session', hearSessionEnd, () => void endStreams(context, streams.all())),
  ]
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
