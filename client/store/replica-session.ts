import type { CollectionName, DraftDocument } from '../../sync/collections.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { call } from '../api/call.ts'
import { getSession, onAccountLeft, refreshSession, watchSession } from '../api/session.ts'
import { type Device, openDevice } from '../db/device.ts'
import { openLive } from '../db/live.ts'
import type { Replica } from '../db/replica.ts'
import type { Replication } from '../db/replication.ts'
import { noteEpoch } from './outbox.ts'
import { underLock } from './page-lock.ts'
import { noteCaptionsPulled, pulledKey } from './pulled.ts'
import { reloadOnReturn } from './reload-on-return.ts'
import { retryUntilDone } from './sending/retry-loop.ts'

type Opened = { account: string; store: Promise<Replica>; stop(): Promise<void> }

let opened: Opened | null = null
let listening = false

/**
 * Opens an account's documents. From now on the leading tab keeps them up to date. Where a part of the app cannot be
 * loaded, or the browser refuses its storage, this waits and tries again.
 */
export function documentsOf(account: string): Promise<Replica> {
  listenOnce()
  if (opened?.account !== account) {
    void opened?.stop()
    opened = openFor(account)
  }
  return opened.store
}

/** Selects the drafts of an account to an athlete. */
type DraftsWanted = { account: string; athleteId: string }

/** Calls `listener` with the server's drafts, now and after each change. Returns the function that stops it. */
export type WatchDrafts = (wanted: DraftsWanted, listener: (drafts: DraftDocument[]) => void) => () => void

/** Watches the drafts that the account's other devices saved, from when the documents are open. */
export const watchServerDrafts: WatchDrafts = ({ account, athleteId }, listener) => {
  let isOver = false
  let stop = () => {}
  void documentsOf(account).then((store) => {
    if (!isOver) stop = store.watch('drafts', { where: { athleteId } }, listener)
  })
  return () => {
    isOver = true
    stop()
  }
}

/**
 * The lifetime of an opened account. `later` registers what to stop at its end, or stops it at once if the end has
 * passed. `keepTrying` runs what may fail until it succeeds.
 */
type Life = {
  isOver: boolean
  later(stop: () => unknown): void
  keepTrying<T>(act: () => Promise<T>): Promise<T>
}

function openFor(account: string): Opened {
  const stops: (() => unknown)[] = []
  const life: Life = {
    isOver: false,
    later(stop) {
      if (life.isOver) stop()
      else stops.push(stop)
    },
    keepTrying(act) {
      const { done, stop } = retryUntilDone(act)
      life.later(stop)
      return done
    },
  }
  const store = life.keepTrying(async () => (await import('../db/replica.ts')).openReplica(account))
  void store.then((ready) => follow(ready, life))
  return {
    account,
    store,
    async stop() {
      life.isOver = true
      await Promise.all(stops.map((stop) => stop()))
      // Code that cannot be loaded has opened nothing.
      const loaded = await import('../db/replica.ts').catch(() => null)
      await loaded?.closeReplica(account)
    },
  }
}

function follow(store: Replica, life: Life): void {
  if (life.isOver) return
  const device = openDevice(store.account)
  void life.keepTrying(() => followTakes(store, device, life))
  if (getSession().person?.role === 'creator') void life.keepTrying(() => followVideos(store, device, life))
  void life.keepTrying(() => followServer(store, device, life))
}

/** Pulls the server's documents in the one tab that leads, until the account is closed or the tab leads no more. */
async function followServer(store: Replica, device: Device, life: Life): Promise<void> {
  const over = new AbortController()
  let stop = async () => {}
  const stopOnce = () => {
    const former = stop
    stop = async () => {}
    return former()
  }
  life.later(() => {
    over.abort()
    return stopOnce()
  })
  const lead = async (lost: AbortSignal) => {
    const replicas = await import('../db/replication.ts')
    if (over.signal.aborted || lost.aborted) return
    stop = startPulling(store, device, replicas)
    await aborted(over.signal)
  }
  try {
    await underLock(`pull-${device.name}`, lead, over.signal)
  } catch (error) {
    // Closing an account ends the wait; any other error is for the caller, who tries again.
    if (!over.signal.aborted) throw error
  } finally {
    await stopOnce()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

type Replicas = typeof import('../db/replication.ts')

/** Pulls the server's documents, now and after each change. Returns the function that stops it. */
function startPulling(store: Replica, device: Device, { replicate }: Replicas): () => Promise<void> {
  let answersAskedAt = 0
  const replication = replicate(store, {
    pull: (request) => {
      if (request.collection === 'answers') answersAskedAt = Date.now()
      return call<PullAnswer>(SYNC_PATHS.pull, request)
    },
    onPulled: (collection) => {
      keepQuietly(notePulled(device, collection))
      if (collection === 'answers') keepQuietly(noteCaptionsPulled(device, answersAskedAt))
    },
    onRestart: (epoch) => keepQuietly(noteEpoch(device, epoch)),
    onSignInWanted: async () => {
      await refreshSession()
      return isSignedInAs(store.account)
    },
  })
  const unfollow = followLive(device, replication)
  return async () => {
    unfollow()
    await replication.stop()
  }
}

async function followTakes(store: Replica, device: Device, life: Life): Promise<void> {
  const { followTakes: start } = await import('./sending/follow-takes.ts')
  if (!life.isOver) life.later(start(device, store))
}

async function followVideos(store: Replica, device: Device, life: Life): Promise<void> {
  const { startPrefetch } = await import('./prefetch.ts')
  if (!life.isOver) life.later(startPrefetch(device, store))
}

/**
 * Records that a collection was pulled. Writes only once, because each write wakes every list that waits for its
 * first pull.
 */
async function notePulled(device: Device, collection: CollectionName): Promise<void> {
  const key = pulledKey(collection)
  if (!(await device.settings.get(key))) await device.settings.put({ key, value: true })
}

/** Ignores errors of a write, because the database may be closing. */
function keepQuietly(write: Promise<unknown>): void {
  write.catch(() => {})
}

/**
 * Keeps the event stream open while the session is good. Each reconnection pulls every collection again. Returns the
 * function that stops it.
 */
function followLive(device: Device, replication: Replication): () => void {
  const open = () =>
    openLive(
      (event) => {
        if (event.event === 'ready') {
          keepQuietly(noteEpoch(device, event.data.epoch))
          replication.resync()
        }
        if (event.event === 'changed') replication.resync(event.data.collection)
        if (event.event === 'bye' && event.data.reason === 'signed-out') void refreshSession()
      },
      { onLost: () => replication.resync() },
    )
  let live = getSession().state === 'signed-in' ? open() : null
  const onSession = () => {
    const isGood = isSignedInAs(device.account)
    if (isGood && !live) {
      replication.resume()
      live = open()
    }
    if (!isGood) {
      live?.close()
      live = null
    }
  }
  const unwatch = watchSession(onSession)
  return () => {
    unwatch()
    live?.close()
    live = null
  }
}

function isSignedInAs(account: string): boolean {
  const session = getSession()
  return session.state === 'signed-in' && session.account === account
}

function listenOnce(): void {
  if (listening) return
  listening = true
  reloadOnReturn()
  onAccountLeft(async (account) => {
    if (opened?.account === account) await letGo()
  })
  watchSession(() => {
    if (opened && opened.account !== getSession().account) void letGo()
  })
}

async function letGo(): Promise<void> {
  const former = opened
  opened = null
  await former?.stop()
}
