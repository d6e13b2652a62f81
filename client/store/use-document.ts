import { useCallback, useSyncExternalStore } from 'react'
import type { CollectionName, Documents } from '../../sync/collections.ts'
import { useSession } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { areListSnapshotsLoaded, knownSnapshot, readSnapshot, snapshotKeeper } from '../db/list-snapshots.ts'
import type { DocumentQuery } from '../db/replica.ts'
import { firstScreenStands } from '../ui/whole-screen.ts'
import { watchPulled } from './pulled.ts'
import { documentsOf } from './replica-session.ts'
import { SharedWatches } from './shared-watches.ts'

export type DocumentsView<C extends CollectionName> = {
  /** The documents, latest first. */
  rows: Documents[C][]
  /** `rows` is complete as far as this device knows: when it is empty, there are no documents. */
  ready: boolean
  /** `rows` are the last visit's first rows, shown before the documents have loaded. */
  fromSnapshot: boolean
}

/** Returns the documents of a collection that match, kept up to date. A guest has none. */
export function useDocuments<C extends CollectionName>(
  collection: C,
  query: DocumentQuery<C> = {},
): DocumentsView<C> {
  const { person } = useSession()
  const account = person?.id ?? null
  const key = `${collection} ${JSON.stringify(query)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for collection and query
  const subscribe = useCallback(
    (listener: () => void) =>
      account
        ? watches.listen(
            `${account} ${key}`,
            (tell) => watchDocuments<C>({ account, collection, query, key }, (view) => tell(view as AnyView)),
            listener,
          )
        : () => {},
    [account, key],
  )
  const view = () => (account ? viewOf(account, key) : OF_NOBODY) as DocumentsView<C>
  return useSyncExternalStore(subscribe, view, view)
}

type AnyView = DocumentsView<CollectionName>

const OF_NOBODY: AnyView = { rows: [], ready: true, fromSnapshot: false }
const UNREAD: AnyView = { rows: [], ready: false, fromSnapshot: false }
const watches = new SharedWatches<AnyView>()
const viewsOfSnapshots = new WeakMap<object, AnyView>()

/**
 * Returns the current view of a query: the same object until something changes, as `useSyncExternalStore` requires.
 */
function viewOf(account: string, key: string): AnyView {
  const seen = watches.last(`${account} ${key}`)
  if (seen) return seen
  const snapshot = knownSnapshot<Documents[CollectionName]>(account, key)
  if (!snapshot) return UNREAD
  const view = viewsOfSnapshots.get(snapshot) ?? { rows: snapshot, ready: false, fromSnapshot: true }
  viewsOfSnapshots.set(snapshot, view)
  return view
}

/** Returns one document by its id; null while it is not, or no longer, on this device. */
export function useDocument<C extends CollectionName>(
  collection: C,
  id: string,
): { row: Documents[C] | null; ready: boolean; fromSnapshot: boolean } {
  const query = { where: { id } } as unknown as DocumentQuery<C>
  const { rows, ready, fromSnapshot } = useDocuments(collection, query)
  return { row: rows[0] ?? null, ready, fromSnapshot }
}

type Watch<C extends CollectionName> = {
  account: string
  collection: C
  query: DocumentQuery<C>
  key: string
}

function watchDocuments<C extends CollectionName>(
  { account, collection, query, key }: Watch<C>,
  listener: (view: DocumentsView<C>) => void,
): () => void {
  const device = openDevice(account)
  const stops: (() => void)[] = []
  let stopped = false
  let snapshot = knownSnapshot<Documents[C]>(account, key)
  let rows: Documents[C][] | null = null
  let pulled = false
  const keeper = snapshotKeeper(device, key)
  // Do not store an empty list before the first pull, because it would look like a list that is truly empty.
  const keep = () => {
    if (rows !== null && (rows.length > 0 || pulled)) keeper.keep(rows)
  }
  const tell = () => {
    if (stopped) return
    const showsSnapshot = snapshot !== null && (rows === null || (rows.length === 0 && !pulled))
    const shown = (showsSnapshot ? snapshot : rows) ?? []
    listener({
      rows: shown,
      ready: rows !== null && (rows.length > 0 || pulled),
      fromSnapshot: showsSnapshot,
    })
  }
  if (snapshot === null && !areListSnapshotsLoaded(account))
    void readSnapshot<Documents[C]>(device, key).then((kept) => {
      snapshot = kept
      if (rows === null && kept) tell()
    })
  stops.push(
    watchPulled(device, (collections) => {
      pulled = collections.has(collection)
      if (rows !== null) tell()
      keep()
    }),
  )
  const open = async () => {
    // Wait until the first screen is painted, because the snapshot is enough until then and opening the documents
    // would delay the first taps.
    if (snapshot !== null) await firstScreenStands()
    const store = stopped ? null : await documentsOf(account)
    if (stopped || !store) return
    stops.push(
      keeper.stop,
      store.watch(collection, query, (found) => {
        rows = found
        keep()
        tell()
      }),
    )
  }
  void open()
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
