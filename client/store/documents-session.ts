import type { AnswerDocument, CollectionName, QuestionDocument } from '../../sync/collections.ts'
import { type PullAnswer, SYNC_PATHS } from '../../sync/protocol.ts'
import { call } from '../app/call.ts'
import { getSession, onAccountLeft, refreshSession, watchSession } from '../app/session.ts'
import { type Device, openDevice } from './device.ts'
import type { DocumentStore } from './documents.ts'
import { openLive } from './live.ts'
import { noteEpoch } from './outbox.ts'
import type { Replication } from './replication.ts'
import { dropConfirmedTakes } from './sending/settle-takes.ts'

type Opened = { account: string; store: Promise<DocumentStore>; stop(): Promise<void> }

let opened: Opened | null = null
let listening = false

/** An account's documents, opened and kept up to date from now on by the tab that leads. */
export function documentsOf(account: string): Promise<DocumentStore> {
  listenOnce()
  if (opened?.account !== account) {
    void opened?.stop()
    opened = openFor(account)
  }
  return opened.store
}

/** Which collections this device has pulled whole at least once: an empty list of those is empty. */
export function pulledKey(collection: CollectionName): string {
  return `pulled:${collection}`
}

function openFor(account: string): Opened {
  const stops: (() => unknown)[] = []
  let stopped = false
  const later = (stop: () => unknown) => {
    if (stopped) stop()
    else stops.push(stop)
  }
  const store = import('./documents.ts').then(({ openDocuments }) => openDocuments(account))
  // whoever asked for the store hears of its failure
  store.then((ready) => follow(ready, later)).catch(() => {})
  return {
    account,
    store,
    async stop() {
      stopped = true
      await Promise.all(stops.map((stop) => stop()))
      const { closeDocuments } = await import('./documents.ts')
      await closeDocuments(account)
    },
  }
}

type Later = (stop: () => unknown) => void

async function follow(store: DocumentStore, later: Later): Promise<void> {
  const device = openDevice(store.account)
  followTakes(store, device, later)
  if (getSession().person?.role === 'creator') {
    const { startPrefetch } = await import('../media/prefetch.ts')
    later(startPrefetch(device, store))
  }
  await store.database.waitForLeadership()
  const { replicate } = await import('./replication.ts')
  const replication = replicate(store, {
    pull: (request) => call<PullAnswer>(SYNC_PATHS.pull, request),
    onPulled: (collection) =>
      void device.settings.put({ key: pulledKey(collection), value: true }).catch(() => {}),
    onRestart: (epoch) => void noteEpoch(device, epoch).catch(() => {}),
    onSignInWanted: () => void refreshSession(),
  })
  later(() => replication.stop())
  followLive(device, replication, later)
}

/** The stream is open while the session is good; whatever brings it back looks at everything again. */
function followLive(device: Device, replication: Replication, later: Later): void {
  const open = () =>
    openLive(
      (event) => {
        if (event.event === 'ready') {
          void noteEpoch(device, event.data.epoch).catch(() => {})
          replication.resync()
        }
        if (event.event === 'changed') replication.resync(event.data.collection)
        if (event.event === 'bye' && event.data.reason === 'signed-out') void refreshSession()
      },
      { onLost: () => replication.resync() },
    )
  let live = getSession().state === 'signed-in' ? open() : null
  const onSession = () => {
    const isGood = getSession().state === 'signed-in' && getSession().account === device.account
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
  later(() => {
    unwatch()
    live?.close()
    live = null
  })
}

/** A video's local copy goes once a pull has shown that it arrived where it was going. */
function followTakes(store: DocumentStore, device: Device, later: Later): void {
  let answers: AnswerDocument[] = []
  let questions: QuestionDocument[] = []
  const drop = () => void dropConfirmedTakes(device, { answers, questions }).catch(() => {})
  later(
    store.watch('answers', { where: { state: 'delivered' } }, (rows) => {
      answers = rows
      drop()
    }),
  )
  later(
    store.watch('questions', { where: { fanId: store.account } }, (rows) => {
      questions = rows
      drop()
    }),
  )
}

function listenOnce(): void {
  if (listening) return
  listening = true
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
