import { LIMITS } from '../../sync/limits.ts'

/** A video that another app handed to this one, and nobody has said yet what it is for. */
export type SharedVideo = { id: string; name: string; blob: Blob; sharedAt: number }

const DATABASE = 'shared-videos'
const STORE = 'videos'
/** More are not kept at a time; whoever shares more chooses among the first. */
const MOST = 5
const CHANGED = 'shared-videos'

/** Keeps what may be a video until its owner chooses what it is for; false where none of it was kept. */
export async function keepSharedVideos(files: readonly File[]): Promise<boolean> {
  const before = await readSharedVideos()
  const videos = files
    .filter(({ size, type, name }) => size > 0 && size <= LIMITS.videoBytes && mayBeVideo(type, name))
    .slice(0, Math.max(0, MOST - before.length))
  const now = Date.now()
  for (const [at, file] of videos.entries()) {
    // those shared together keep their order
    const video: SharedVideo = { id: crypto.randomUUID(), name: file.name, blob: file, sharedAt: now + at }
    await run('readwrite', (store) => store.put(video))
  }
  if (videos.length > 0) tellChange()
  return videos.length > 0
}

/** What waits, the first shared first. A device that was never handed one gets no database for it. */
export async function readSharedVideos(): Promise<SharedVideo[]> {
  if (!(await isThere())) return []
  const found = await run<SharedVideo[]>('readonly', (store) => store.getAll())
  return found.toSorted((a, b) => a.sharedAt - b.sharedAt)
}

/** It has become a recording, or its owner does not want it. */
export async function dropSharedVideo(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id))
  tellChange()
}

/** With whoever leaves this device all of it goes. */
export async function forgetShared(): Promise<void> {
  if (!(await isThere())) return
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    // a tab that holds it open lets go by itself; it goes then
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
  tellChange()
}

const isThere = async () => (await indexedDB.databases()).some(({ name }) => name === DATABASE)

/** Calls `listener` whenever something comes or goes, in whichever tab or worker; the answer stops it. */
export function watchSharedVideos(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANGED)
  channel.onmessage = listener
  return () => channel.close()
}

function tellChange(): void {
  const channel = new BroadcastChannel(CHANGED)
  channel.postMessage(null)
  channel.close()
}

function mayBeVideo(type: string, name: string): boolean {
  return type.startsWith('video/') || /\.(mp4|webm|mov)$/i.test(name)
}

async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T> | IDBRequest,
): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result as T
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
