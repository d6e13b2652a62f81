import { useEffect, useState } from 'react'
import type { CollectionName, Documents } from '../../sync/collections.ts'
import { useSession } from '../api/session.ts'
import { openDevice, watchDevice } from '../db/device.ts'
import type { DocumentQuery } from '../db/documents.ts'
import { headKeeper, knownHead, readHead } from '../db/heads.ts'
import { documentsOf, pulledKey } from './documents-session.ts'

export type DocumentsView<C extends CollectionName> = {
  /** The latest first. */
  rows: Documents[C][]
  /** `rows` is the whole truth of this device: when it is empty, there are none. */
  ready: boolean
  /** Painted from the last visit's first rows, before the documents have loaded. */
  fromHead: boolean
}

/** The documents of a collection that match, kept up to date. A guest has none. */
export function useDocuments<C extends CollectionName>(
  collection: C,
  query: DocumentQuery<C> = {},
): DocumentsView<C> {
  const { person } = useSession()
  const account = person?.id ?? null
  const key = `${collection} ${JSON.stringify(query)}`
  const [seen, setSeen] = useState<{ of: string; view: DocumentsView<C> } | null>(null)
  const of = `${account} ${key}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for collection and query
  useEffect(() => {
    if (!account) return
    return watchDocuments<C>({ account, collection, query, key }, (view) => setSeen({ of, view }))
  }, [of])
  if (!account) return { rows: [], ready: true, fromHead: false }
  if (seen?.of === of) return seen.view
  const head = knownHead<Documents[C]>(account, key)
  return { rows: head ?? [], ready: false, fromHead: head !== null }
}

/** One document by its id; null while it is not, or no longer, on this device. */
export function useDocument<C extends CollectionName>(
  collection: C,
  id: string,
): { row: Documents[C] | null; ready: boolean; fromHead: boolean } {
  const query = { where: { id } } as unknown as DocumentQuery<C>
  const { rows, ready, fromHead } = useDocuments(collection, query)
  return { row: rows[0] ?? null, ready, fromHead }
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
  let head = knownHead<Documents[C]>(account, key)
  let rows: Documents[C][] | null = null
  let pulled = false
  const tell = () => {
    if (stopped) return
    const useHead = head !== null && (rows === null || (rows.length === 0 && !pulled))
    const shown = (useHead ? head : rows) ?? []
    listener({ rows: shown, ready: rows !== null && (rows.length > 0 || pulled), fromHead: useHead })
  }
  if (head === null)
    void readHead<Documents[C]>(device, key).then((kept) => {
      head = kept
      if (rows === null && kept) tell()
    })
  stops.push(
    watchDevice(
      () => device.settings.get(pulledKey(collection)),
      (setting) => {
        pulled = setting?.value === true
        if (rows !== null) tell()
      },
    ),
  )
  void documentsOf(account).then((store) => {
    if (stopped) return
    const keepHead = headKeeper(device, key)
    stops.push(
      keepHead.stop,
      store.watch(collection, query, (found) => {
        rows = found
        keepHead.keep(found)
        tell()
      }),
    )
  })
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
