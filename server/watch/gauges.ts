import { Counter, Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { type Room, roomOf } from '../disk-room.ts'
import { pause } from '../pause.ts'
import { createHeldBack } from './held-back.ts'
import { readState, type State } from './read-state.ts'
import type { Observed } from './watch.ts'

/** How long a scrape waits at most for a database that does not answer. */
const PATIENCE_MS = 5_000

/**
 * Creates the gauges that are read at every scrape instead of counted: from this process, the disk, and the
 * database, where all servers read the same. A value that cannot be read is left out instead of being stale;
 * `infield_database_up` shows why.
 */
export function createGauges(registry: Registry, { context, streams, bus }: Observed): () => Promise<void> {
  const registers = [registry]
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `infield_${name}`, help, labelNames, registers })
  const up = gauge('database_up', '1 while the database answers a scrape.')
  const open = gauge('streams_open', 'Live streams of devices that this process holds.')
  const heard = gauge('bus_heard', '1 while live changes come by the broker that BUS names.', 'kind')
  const info = gauge('process_info', '1; says what this process does.', 'role')
  const disk = gauge('disk_bytes', 'The disk of DATA_DIR: free and total.', 'of')
  const store = gauge('store_ready', '1 while files can be read and written where STORAGE says.')
  const certificate = gauge(
    'certificate_wrong',
    '1 while browsers do not trust the certificate of PUBLIC_URL, or it should have been renewed.',
  )
  const changes = new Counter({
    name: 'infield_epoch_changes_total',
    help: 'How often this process saw the database become another one: a failover or a restore.',
    registers,
  })
  const state = stateGauges(gauge)
  const heldBack = createHeldBack()
  let epoch: string | null = null
  info.set({ role: context.env.role }, 1)
  return async () => {
    open.set(streams())
    const way = bus?.()
    if (way && way.kind !== 'postgres') heard.set({ kind: way.kind }, way.isHeard ? 1 : 0)
    certificate.set(context.siteWarning?.() ? 1 : 0)
    // At the same time, because a scrape is given up after ten seconds.
    const [room, isStoreReady, found] = await Promise.all([
      diskRoom(context),
      canUseStore(context),
      Promise.race([readState(context).catch(() => null), pause(PATIENCE_MS)]),
    ])
    store.set(isStoreReady ? 1 : 0)
    disk.reset()
    if (room) {
      disk.set({ of: 'free' }, room.freeBytes)
      disk.set({ of: 'total' }, room.totalBytes)
    }
    for (const each of Object.values(state)) each.reset()
    up.set(found ? 1 : 0)
    if (!found) return
    if (epoch !== null && epoch !== found.epoch) changes.inc()
    epoch = found.epoch
    setState(state, found)
    state.snapshot.set({ of: 'all' }, heldBack(found.snapshot))
  }
}

/** Returns the free space of the disk of `DATA_DIR`, on which the database may be even where videos lie in a bucket. */
async function diskRoom({ blobs, env }: Context): Promise<Room | null> {
  const room = await blobs.room().catch(() => null)
  return room?.isEndless ? roomOf(env.dataDir).catch(() => null) : room
}

/** Returns whether the store of files works; one that does not answer in time counts as one that does not. */
async function canUseStore({ storeError }: Context): Promise<boolean> {
  if (!storeError) return true
  const error = storeError().catch(() => 'unknown')
  return (await Promise.race([error, pause(PATIENCE_MS).then(() => 'silent')])) === null
}

type Make = <L extends string>(name: string, help: string, ...labels: L[]) => Gauge<L>
type StateGauges = ReturnType<typeof stateGauges>

function stateGauges(gauge: Make) {
  return {
    ping: gauge(
      'database_ping_seconds',
      'How long a statement took, waiting for a connection included.',
      'of',
    ),
    connections: gauge('database_connections', 'Connections of all servers to the database.', 'state'),
    snapshot: gauge(
      'database_oldest_writer_seconds',
      'For how long one open transaction of the cluster has held feeds back, as far as scrapes saw.',
      'of',
    ),
    standbys: gauge(
      'database_standbys',
      'Standbys that follow the database, are away, or have lost what it keeps for them.',
      'state',
    ),
    jobs: gauge('jobs', 'Jobs that are due, run, wait for a retry, or were given up.', 'queue', 'state'),
    oldestJob: gauge('jobs_oldest_due_seconds', 'For how long the oldest due job has waited.', 'queue'),
    videos: gauge('videos_waiting', 'Videos that are here and were not verified yet.', 'line'),
    deadline: gauge(
      'videos_nearest_deadline_seconds',
      'Until the nearest deadline of a question whose answer waits to be verified; below zero it is over.',
      'line',
    ),
    waiting: gauge('outgoing_waiting', 'Mails, pushes and orders to the payment provider under way.', 'kind'),
    stuck: gauge('outgoing_stuck', 'Of these, what failed at least twice.', 'kind'),
    breaks: gauge('books_breaks', 'Breaks that the last comparison of payments and ledger found.', 'of'),
    compared: gauge('books_compared_age_seconds', 'Since the last comparison that came to an end.', 'of'),
    restored: gauge('epoch_age_seconds', 'Since the database was last found to be another one.', 'of'),
  }
}

function setState(gauges: StateGauges, found: State): void {
  const all = { of: 'all' } as const
  gauges.ping.set(all, found.pingS)
  for (const { state, count } of found.connections) gauges.connections.set({ state }, count)
  for (const { state, count } of found.standbys) gauges.standbys.set({ state }, count)
  for (const { queue, due, active, retry, dead, oldestS } of found.jobs) {
    for (const [state, count] of Object.entries({ due, active, retry, dead }))
      gauges.jobs.set({ queue, state }, count)
    gauges.oldestJob.set({ queue }, oldestS)
  }
  gauges.videos.set({ line: 'answer' }, found.answers)
  gauges.videos.set({ line: 'question' }, found.questions)
  if (found.deadlineS !== null) gauges.deadline.set({ line: 'answer' }, found.deadlineS)
  for (const { kind, waiting, stuck } of found.outgoing) {
    gauges.waiting.set({ kind }, waiting)
    gauges.stuck.set({ kind }, stuck)
  }
  if (found.breaks !== null) gauges.breaks.set(all, found.breaks)
  if (found.comparedS !== null) gauges.compared.set(all, found.comparedS)
  if (found.restoredS !== null) gauges.restored.set(all, found.restoredS)
}
