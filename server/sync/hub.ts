import { SERVER_LIMITS } from '../../sync/limits.ts'
import type { StreamEvent } from '../../sync/protocol.ts'
import { endedSessions } from '../account/session.ts'
import type { Context } from '../context.ts'
import { epochOf } from '../db/epoch.ts'
import { every } from '../pause.ts'
import { type BusState, startBus } from './bus/bus.ts'
import type { Heard } from './bus/heard.ts'

/** One open stream of one device. `send` answers false when the reader is too slow to keep. */
export type Listener = {
  reader: string
  sessionId: string
  desk: boolean
  send(event: StreamEvent): boolean
  close(): void
}

/** Where streams hear what changed: one LISTEN per server process, or a broker, whatever the number of streams. */
export type Hub = {
  add(listener: Listener): () => void
  /** Tells all who listen to open their stream anew, elsewhere; whoever comes after that is let in. */
  moveStreams(): void
  stop(): Promise<void>
  size(): number
  bus(): BusState
}

/** How long at most a stream outlives a session whose end nobody was told of: one that ran out, or a lost connection. */
const SESSIONS_EVERY_MS = 20_000

type Options = { sessionsEveryMs?: number; bus?: Parameters<typeof startBus>[1] }

/** Starts listening, and tells the streams what is heard. After a lost connection everybody is told to look again. */
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
      // lines that went without a word stay open for minutes, and they are the oldest
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

/** What changes after it is said is heard. A session that ended before its stream was here to be told of it ends it now. */
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

/** What the streams are told of what is heard. */
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
