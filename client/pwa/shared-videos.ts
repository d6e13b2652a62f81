import { LIMITS } from '../../sync/limits.ts'

/** A video that another app shared with this one, before the user has chosen what it is for. */
export type SharedVideo = { id: string; name: string; blob: Blob; sharedAt: number }

const DATABASE = 'shared-videos'
const STORE = 'videos'
/** The most videos kept at a time; further ones are dropped. */
const MOST = 5
const CHANGED = 'shared-videos'

/**
 * What became of shared files: all are kept, none or only some of them were accepted, a full device could not keep
 * them all, or not all could be read and stored.
 */
export type SharedOutcome = 'kept' | 'lost' | 'part' | 'full' | 'unreadable'

/** Keeps files that may be videos until the user chooses what they are for. */
export async function keepSharedVideos(files: readonly File[]): Promise<SharedOutcome> {
  const before = await readSharedVideos()
  const videos = files
    .filter(({ size, type, name }) => size > 0 && size <= LIMITS.videoBytes && mayBeVideo(type, name))
    .slice(0, Math.max(0, MOST - before.length))
  const now = Date.now()
  try {
    for (const [at, file] of videos.entries()) {
      // Add the index, so that files shared together keep their order.
      const video: SharedVideo = { id: crypto.randomUUID(), name: file.name, blob: file, sharedAt: now + at }
      await run('readwrite', (store) => store.put(video))
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
    return 'full'
  } finally {
    tellChange()
  }
  if (videos.length === 0) return 'lost'
  return videos.length === files.length ? 'kept' : 'part'
}

/** Returns the shared videos, first shared first. Creates no database on a device that has none. */
export async function readSharedVideos(): Promise<SharedVideo[]> {
  if (!(await isThere())) return []
  const found = await run<SharedVideo[]>('readonly', (store) => store.getAll())
  return found.toSorted((a, b) => a.sharedAt - b.sharedAt)
}

/** Deletes a shared video, because it became a recording or the user does not want it. */
export async function dropSharedVideo(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id))
  tellChange()
}

/** Deletes all shared videos when the account leaves this device. */
export async function forgetShared(): Promise<void> {
  if (!(await isThere())) return
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    // Another tab holds the database open; the deletion completes when that tab closes it.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
  tellChange()
}

async function isThere(): Promise<boolean> {
  // Firefox before version 126 has no list of databases.
  const databases = await indexedDB.databases?.()
  return !databases || databases.some(({ name }) => name === DATABASE)
}

/**
 * Calls `listener` whenever a shared video is added or deleted, in any tab or worker. Returns the function that
 * stops it.
 */
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
