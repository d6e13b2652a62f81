import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { every, pause, startStopwatch } from '../../pause.ts'
import { type Heard, hearDesk, type Wanting } from './heard.ts'
import { type Lease, startLease } from './lease.ts'
import type { Dial, Line, Message } from './line.ts'
import { startRelay } from './relay.ts'

/** How long to wait before dialling a lost broker again. */
const REDIAL_MS = 1_000
const PULSE_MS = 5_000
/** How long after its last pulse a broker, or the relay before it, counts as silent. */
const SILENT_MS = 15_000

export type Broker = {
  /** Subscribes to what this stream wants to hear; it is heard from `ready` on, until `stop` is called. */
  follow(wanting: Wanting): { ready: Promise<void>; stop(): void }
  isHeard(): boolean
  stop(): Promise<void>
}

type Options = {
  dial: Dial
  heard: Heard
  /** Called when changes may have been announced while this server heard neither way. */
  missed: () => void
}

type Followed = { count: number; hear: (text: string) => void; end: () => void }

/**
 * Hears live changes from a broker, for the readers of this server's streams only, and takes part in relaying
 * changes to it. A pulse proves that it hears: this server writes the pulse where changes are written, and it comes
 * back through the relay and the broker. While no pulse comes back, the database notifies as if there were no
 * broker.
 */
export async function startBroker(
  context: Pick<Context, 'sql' | 'direct' | 'log'>,
  options: Options,
): Promise<Broker> {
  const { sql, log } = context
  const me = randomUUID()
  const address = addressIn(await readNamespace(context))
  const state: State = {
    line: null,
    isHeard: false,
    sincePulse: startStopwatch(),
    followed: new Map(),
    isStopped: false,
  }
  const way = () => (state.isHeard ? 'broker' : 'notify')
  const lease = startLease(sql, { way, missed: options.missed, log })
  const pulse = () => {
    if (state.isHeard && state.sincePulse() > SILENT_MS) state.line?.close()
    if (state.line)
      void sql`insert into live_change (channel, message) values ('pulse', ${me})`.catch(() => {})
  }
  const hearPulse = () => {
    state.sincePulse = startStopwatch()
    if (state.isHeard) return
    state.isHeard = true
    log.info({}, 'live changes come by the broker')
    void lease.renew()
  }
  await lease.renew()
  const stopPulse = every(PULSE_MS, pulse)
  const relay = startRelay(context, { line: () => state.line, address })
  const hold = async (line: Line) => {
    for (const [subject, followed] of state.followed) followed.end = line.subscribe(subject, followed.hear)
    line.subscribe(address('pulse', me).subject, hearPulse)
    state.line = line
    await line.settle()
    pulse()
    await line.lost
  }
  const running = keepLine({ dial: options.dial, state, hold, lease, log })
  return {
    follow: (wanting) => followAll(state, subjectsOf(wanting, address, options.heard)),
    isHeard: () => state.isHeard,
    async stop() {
      state.isStopped = true
      stopPulse()
      lease.stop()
      state.line?.close()
      await Promise.all([relay.stop(), running])
    },
  }
}

type State = {
  line: Line | null
  isHeard: boolean
  sincePulse: () => number
  followed: Map<string, Followed>
  isStopped: boolean
}

type Keeping = {
  dial: Dial
  state: State
  hold: (line: Line) => Promise<void>
  lease: Lease
  log: Context['log']
}

/** Opens a line, and a new one whenever it is lost, until the broker is stopped. */
async function keepLine({ dial, state, hold, lease, log }: Keeping): Promise<void> {
  let isSaid = false
  while (!state.isStopped) {
    const line = await dial().catch((error: unknown) => {
      if (!isSaid)
        log.warn({ err: error }, 'the broker cannot be reached: live changes come from the database')
      isSaid = true
      return null
    })
    if (line) {
      isSaid = false
      // a line that does not answer counts as lost
      await hold(line).catch(() => {})
      line.close()
      await lose({ state, lease, log })
    }
    if (!state.isStopped) await pause(REDIAL_MS)
  }
}

async function lose({ state, lease, log }: Pick<Keeping, 'state' | 'lease' | 'log'>): Promise<void> {
  state.line = null
  for (const followed of state.followed.values()) followed.end = () => {}
  if (!state.isHeard) return
  state.isHeard = false
  if (state.isStopped) return
  log.warn({}, 'the broker was lost: live changes come from the database')
  await lease.renew()
}

/** Returns the namespace of this database, so that only the servers of one database hear each other at a broker. */
async function readNamespace({ sql }: Pick<Context, 'sql'>): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select store_id::text as id from feed_epoch`
  return `infield.${row?.id ?? 'none'}`
}

/**
 * Returns the function that addresses a message: a change of the feed to its reader, the end of a session to that
 * session's streams, and a change of the desk to all desk streams.
 */
function addressIn(namespace: string) {
  return (channel: string, message: string): Message => {
    if (channel === 'desk') return { subject: `${namespace}.desk`, text: message }
    const [to = '', text = ''] = message.split(' ')
    return { subject: `${namespace}.${channel}.${to}`, text }
  }
}

type Wanted = { subject: string; hear: (text: string) => void }

function subjectsOf(
  { reader, sessionId, desk }: Wanting,
  address: ReturnType<typeof addressIn>,
  heard: Heard,
): Wanted[] {
  return [
    { subject: address('feed', reader).subject, hear: (text) => heard.change(reader, text) },
    { subject: address('session', sessionId).subject, hear: () => heard.sessionEnd(sessionId) },
    ...(desk
      ? [{ subject: address('desk', '').subject, hear: (text: string) => hearDesk(heard, text) }]
      : []),
  ]
}

/** Counts the streams that want each subject, so that a subject is subscribed only once. */
function followAll(state: State, wanted: Wanted[]): ReturnType<Broker['follow']> {
  const { line, followed } = state
  for (const { subject, hear } of wanted) {
    const known = followed.get(subject)
    if (known) known.count += 1
    else followed.set(subject, { count: 1, hear, end: subscribeOn(line, subject, hear) })
  }
  let isStopped = false
  return {
    // if the line was just lost, looking again makes up for what was missed
    ready: line?.settle().catch(() => {}) ?? Promise.resolve(),
    stop() {
      if (isStopped) return
      isStopped = true
      for (const { subject } of wanted) {
        const known = followed.get(subject)
        if (!known) continue
        known.count -= 1
        if (known.count > 0) continue
        followed.delete(subject)
        known.end()
      }
    },
  }
}

/** Subscribes on a line. If the line is just being lost, the subscription is made on the next one. */
function subscribeOn(line: Line | null, subject: string, hear: (text: string) => void): () => void {
  try {
    return line?.subscribe(subject, hear) ?? (() => {})
  } catch {
    return () => {}
  }
}
