import { keepNote } from '../../api/keep-note.ts'
import { PROVEN } from './may-keep.ts'

/** The name of a database that never comes into being. */
const NAME = 'infield-proof'

/**
 * How many milliseconds to wait for an answer, twice, because some engines never give one. A page that was frozen
 * meanwhile finds its first wait over when it goes on, and must still hear an answer that is on its way.
 */
const PATIENCE_MS = 5_000

/**
 * Calls `fallBack` where the browser keeps small texts but opens no database: its disk is too full, its profile is
 * broken, or it is a private window of an older Firefox. Resolves once that is known, and the fallback is there.
 * Not for a browser that may have stored something here (`isProven`).
 */
export async function proveStorage(fallBack: () => Promise<void>, patienceMs = PATIENCE_MS): Promise<void> {
  const patience = pause(patienceMs).then(() => pause(patienceMs))
  const opens = hasDatabases().then((has) => has || opensDatabases())
  const isProven = await Promise.race([opens, patience.then(() => false)])
  // Noted before the fallback, which replaces the storage of the note.
  noteProven(isProven)
  if (!isProven) await fallBack()
}

/** Returns whether this site has databases already, from a former build or another tab. */
async function hasDatabases(): Promise<boolean> {
  // Older browsers have no such list.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  return databases.some(({ name }) => name?.startsWith('device-'))
}

/**
 * Returns whether a new database can be opened. Undoes its creation while it is opened, which leaves no database
 * behind.
 */
function opensDatabases(): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const request = indexedDB.open(NAME, 1)
    request.onsuccess = () => resolve(true)
    request.onupgradeneeded = () => {
      request.transaction?.abort()
      resolve(true)
    }
    request.onerror = (event) => {
      event.preventDefault()
      resolve(false)
    }
  }).catch(() => false)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Notes whether this browser opens databases. */
export function noteProven(isProven: boolean): void {
  // A browser that keeps no more texts is proven again at its next start.
  keepNote(PROVEN, isProven ? 'yes' : 'no')
}
