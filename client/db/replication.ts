import type { ReplicationPullOptions, RxCollection } from 'rxdb/plugins/core'
import { type RxReplicationState, replicateRxCollection } from 'rxdb/plugins/replication'
import { Subject } from 'rxjs'
import { COLLECTION_NAMES, type CollectionName } from '../../sync/collections.ts'
import { LIMITS } from '../../sync/limits.ts'
import { type Checkpoint, PROTOCOL, type PullAnswer, type PullRequest } from '../../sync/protocol.ts'
import type { Result } from '../../sync/result.ts'
import { backOffMs } from '../api/back-off.ts'
import type { NetworkError } from '../api/network-error.ts'
import { keepReplicating } from './lasting-replication.ts'
import type { Replica } from './replica.ts'
import { toRow } from './schemas.ts'

export type PullCall = (request: PullRequest) => Promise<Result<PullAnswer> | NetworkError>

export type ReplicationHooks = {
  pull: PullCall
  /** Called when a collection is up to date with the server. */
  onPulled(collection: CollectionName): void
  /** Called when the server runs on another cluster than before. */
  onRestart(epoch: string): void
  /**
   * Called when the server knows no session. Resolves to whether there is one all the same; a pull is then tried
   * again. Otherwise pulling pauses until `resume`, and no document is deleted.
   */
  onSignInWanted(): Promise<boolean>
}

export type Replication = {
  /** Pulls a collection again, or all of them. */
  resync(collection?: string): void
  /** Continues pulling after a sign-in. */
  resume(): void
  stop(): Promise<void>
}

type Row = Record<string, unknown>
type PulledDocument = PullAnswer['documents'][number]
type Pulled = { documents: PulledDocument[]; checkpoint: Checkpoint | undefined }
type Rows = { documents: Row[]; checkpoint: Checkpoint | undefined }

/** Replicates the server's documents into a store: pulls page by page, and again on every `resync`. */
export function replicate({ database }: Replica, hooks: ReplicationHooks): Replication {
  const parts = COLLECTION_NAMES.map((name) => ({
    name,
    part: replicateCollection(name, database[name], hooks),
  }))
  return {
    resync(collection) {
      for (const { name, part } of parts) if (collection === undefined || collection === name) part.resync()
    },
    resume() {
      for (const { part } of parts) part.resume()
    },
    async stop() {
      await Promise.all(parts.map(({ part }) => part.stop()))
    },
  }
}

type State = {
  paused: boolean
  stopped: boolean
  failures: number
  /** The checkpoint behind which documents were last pulled that are to be stored; null where there are none. */
  pulledAfter: string | null
  timer?: ReturnType<typeof setTimeout>
}

type Part = { resync(): void; resume(): void; stop(): Promise<void> }

/**
 * Replicates one collection. The handler never throws, because RxDB retries a throwing handler at a constant pace
 * for ever; a failed pull returns "nothing new" and schedules a retry.
 */
function replicateCollection(
  name: CollectionName,
  collection: RxCollection<Row>,
  hooks: ReplicationHooks,
): Part {
  const stream = new Subject<'RESYNC'>()
  const state: State = { paused: false, stopped: false, failures: 0, pulledAfter: null }
  const pages = createPages({ name, collection, hooks, limit: LIMITS.pullDocuments })
  const look = () => {
    clearTimeout(state.timer)
    if (!state.paused && !state.stopped) replication.run(() => stream.next('RESYNC'))
  }
  const resync = () => {
    pages.forget()
    look()
  }
  const handler = async (checkpoint: Checkpoint | undefined): Promise<Rows> => {
    const nothing = { documents: [], checkpoint }
    if (state.paused || state.stopped) return nothing
    const after = JSON.stringify(checkpoint ?? null)
    try {
      const pulled = await pages.after(checkpoint ?? null)
      // Another tab may have stored newer documents meanwhile.
      if (state.stopped) return nothing
      // RxDB asks behind what it has stored. Where it asks the same again, this device could not store the answer.
      const isStored = after !== state.pulledAfter
      state.pulledAfter = pulled.documents.length > 0 ? after : null
      if (isStored) state.failures = 0
      if (pages.isLast(pulled)) hooks.onPulled(name)
      else if (isStored) look()
      else later()
      return { ...pulled, documents: pulled.documents.map((document) => toRow(name, document)) }
    } catch (error) {
      const failed = error instanceof Failed ? error : new Failed('later', 0)
      void postpone(failed, state, { ...hooks, resync })
      return nothing
    }
  }
  const later = () => void postpone(new Failed('later', 0), state, { ...hooks, resync })
  // Above the page size, so that RxDB stores each page before it asks again, and not all in one transaction.
  const pull = { handler: handler as never, batchSize: LIMITS.pullDocuments + 1, stream$: stream }
  const replication = keepReplicating(() => prepare(name, collection, pull), later)
  return {
    resync,
    resume() {
      state.paused = false
      resync()
    },
    async stop() {
      state.stopped = true
      clearTimeout(state.timer)
      await replication.stop()
    },
  }
}

function prepare(
  name: CollectionName,
  collection: RxCollection<Row>,
  pull: ReplicationPullOptions<Row, Checkpoint>,
): RxReplicationState<Row, Checkpoint> {
  return replicateRxCollection<Row, Checkpoint>({
    collection,
    replicationIdentifier: `pull-${name}-${PROTOCOL}`,
    live: true,
    // The caller leads already, for all collections and also while it is hidden. RxDB knows nothing of its lock.
    waitForLeadership: false,
    toggleOnDocumentVisible: false,
    autoStart: false,
    pull,
  })
}

/** Plans the next pull after a failed one. Where nobody is signed in, or the app is outdated, pulling pauses. */
async function postpone(
  { kind, afterMs }: Failed,
  state: State,
  { onSignInWanted, resync }: Pick<ReplicationHooks, 'onSignInWanted'> & Pick<Part, 'resync'>,
): Promise<void> {
  if (kind !== 'later') {
    state.paused = true
    if (kind === 'outdated' || !(await onSignInWanted())) return
    state.paused = false
  }
  if (state.stopped) return
  clearTimeout(state.timer)
  state.timer = setTimeout(resync, Math.max(backOffMs(state.failures, Math.random()), afterMs))
  state.failures += 1
}

/** Pulls pages one after another. While one page is stored, the next is already being fetched. */
function createPages(puller: Puller) {
  let ahead: { of: string; page: Promise<PullAnswer> } | null = null
  const keyOf = (checkpoint: Checkpoint | null | undefined) => JSON.stringify(checkpoint ?? null)
  const isLast = ({ documents }: Pulled) => documents.length < puller.limit
  return {
    isLast,
    async after(checkpoint: Checkpoint | null): Promise<Pulled> {
      const known = ahead?.of === keyOf(checkpoint) ? ahead.page : null
      ahead = null
      const answer = await (known ?? pullPage(puller, checkpoint))
      // Restart only now that the page before is stored, because that page may hold documents that no longer exist.
      const pulled = answer.restart ? await pullAnew(puller) : answer
      if (!isLast(pulled)) {
        const page = pullPage(puller, pulled.checkpoint ?? null)
        // The caller of `after` gets this error; without this line it would be an unhandled rejection.
        page.catch(() => {})
        ahead = { of: keyOf(pulled.checkpoint), page }
      }
      return pulled
    },
    /** Drops the page fetched ahead, so that later calls read fresh data. */
    forget() {
      ahead = null
    },
  }
}

/** The reason why a pull failed. */
class Failed extends Error {
  readonly kind: 'later' | 'sign-in' | 'outdated'
  readonly afterMs: number

  constructor(kind: Failed['kind'], afterMs: number) {
    super(`not pulled: ${kind}`)
    this.kind = kind
    this.afterMs = afterMs
  }
}

type Puller = { name: CollectionName; collection: RxCollection<Row>; hooks: ReplicationHooks; limit: number }

/**
 * Pulls everything from the start, because another cluster's revisions mean nothing to this one. RxDB puts all of
 * it in place in one write, together with the deletion of documents that no longer exist; so an interruption starts
 * over, and no screen goes empty.
 */
async function pullAnew(puller: Puller): Promise<Pulled> {
  const pulled = new Map<string, PulledDocument>()
  let checkpoint: Checkpoint | null = null
  for (let more = true; more; ) {
    const page: PullAnswer = await pullPage(puller, checkpoint)
    for (const document of page.documents) pulled.set(document.id, document)
    checkpoint = page.checkpoint
    more = page.documents.length >= puller.limit
  }
  const known = await puller.collection.find().exec()
  const gone = known.flatMap(({ primary: id }) => (pulled.has(id) ? [] : [{ id, _deleted: true }]))
  puller.hooks.onRestart(checkpoint?.epoch ?? '')
  return { documents: [...pulled.values(), ...gone], checkpoint: checkpoint ?? undefined }
}

async function pullPage({ name, hooks, limit }: Puller, checkpoint: Checkpoint | null): Promise<PullAnswer> {
  const answer = await hooks.pull({ protocol: PROTOCOL, collection: name, checkpoint, limit })
  if (answer.ok) {
    if (Array.isArray(answer.value.documents)) return answer.value
    throw new Failed('later', 0)
  }
  if ('offline' in answer) throw new Failed('later', answer.retryAfterMs ?? 0)
  if (answer.refusal.code === 'sign-in-first') throw new Failed('sign-in', 0)
  if (answer.refusal.code === 'outdated-app') throw new Failed('outdated', 0)
  throw new Failed('later', Number(answer.refusal.detail?.retryAfterS ?? 0) * 1_000)
}
