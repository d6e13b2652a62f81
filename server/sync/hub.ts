import { SERVER_LIMITS } from '../../sync/limits.ts'
import type { StreamEvent } from '../../sync/protocol.ts'
import { endedSessions } from '../account/session.ts'
import type { Context } from '../context.ts'
import { epochOf } from '../db/epoch.ts'
import { every } from '../pause.ts'
import { type BusState, startBus } from './bus/bus.ts'
import type { Heard } from './bus/heard.ts'

/** One open stream of one device. `send` returns false when the reader is too slow. */
export type Listener = {
  reader: string
  sessionId: string
  desk: boolean
  send(event: StreamEvent): boolean
  close(): void
}

/** The open streams of this server process, told of changes by one LISTEN or one broker, however many they are. */
export type Hub = {
  add(listener: Listener): () => void
  /** Tells all streams to reconnect, to another server; new streams are still accepted. */
  moveStreams(): void
  stop(): Promise<void>
  size(): number
  bus(): BusState
}

/**
 * How long at most a stream outlives its session when the end was not announced, because the session expired or the
 * connection was lost.
 */
const SESSIONS_EVERY_MS = 20_000

type Options = { sessionsEveryMs?: number; bus?: Parameters<typeof startBus>[1] }

/**
 * Starts to listen, and passes on to the streams what it hears. After a lost connection every stream is told to
 * look again.
 */
export async function startHub(
  context: Pick<Context, 'sql' | 'direct' | 'log'>,
  { sessionsEveryMs = SESSIONS_EVERY_MS, bus: address = { kind: 'postgres' } }: Options = {},
): Promise<Hub> {
  const streams = createStreams()
  const bus = await startBus(context, address, hearing(context, streams))
  const moveStreams = () => {
    for (const listener of streams.all()) sayGoodbye(listener, 'restart')
  }
  const stopLooking = every(sessionsEveryMs, () => void endStreams(context, streams.all()))
  return {
    size: () => streams.all().length,
    bus: bus.state,
    add(listener) {
      const remove = streams.add(listener)
      const followed = bus.follow(listener)
      // end the oldest streams of the session, because connections that broke silently stay open for minutes
      const ofSession = streams
        .of(listener.reader)
        .filter(({ sessionId }) => sessionId === listener.sessionId)
      for (const old of ofSession.slice(0, -SERVER_LIMITS.streamsPerSession)) sayGoodbye(old, 'slow')
      void welcome(context, listener, followed.ready)
      return () => {
        remove()
        followed.stop()
      }
    },
    moveStreams,
    async stop() {
      stopLooking()
      moveStreams()
      await bus.stop()
    },
  }
}

/**
 * Sends `ready` once every later change will be heard. Ends the stream if its session ended before the stream could
 * be told.
 */
async function welcome(
  context: Pick<Context, 'sql' | 'log'>,
  listener: Listener,
  ready: Promise<void>,
): Promise<void> {
  try {
    await ready
    tell(listener, { event: 'ready', data: { epoch: await epochOf(context.sql) } })
    await endStreams(context, [listener])
  } catch {
    listener.close()
  }
}

/** Ends the streams whose sessions have ended, whether or not the end was heard. */
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

/** Creates the set of open streams, grouped by reader. */
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

/** Returns the handlers that pass on to the streams what is heard. */
function hearing(context: Pick<Context, 'sql' | 'log'>, streams: Streams): Heard {
  const tellReady = async () => {
    const epoch = await epochOf(context.sql)
    for (const listener of streams.all()) tell(listener, { event: 'ready', data: { epoch } })
  }
  return {
    change(reader, collection) {
      for (const listener of streams.of(reader)) tell(listener, { event: 'changed', data: { collection } })
    },
    desk(id, revision) {
      for (const listener of streams.all().filter(({ desk }) => desk))
        tell(listener, { event: 'desk', data: { id, revision } })
    },
    sessionEnd(ended) {
      for (const listener of streams.all().filter(({ sessionId }) => sessionId === ended))
        sayGoodbye(listener, 'signed-out')
    },
    lookAgain: () =>
      void tellReady().catch((error: unknown) =>
        context.log.warn({ err: error }, 'streams wait for the next change'),
      ),
    checkSessions: () => void endStreams(context, streams.all()),
  }
}
