const KEY = 'infield.deleting'

/** How long to wait for other tabs to let go of databases. */
const PATIENCE_MS = 5_000

/** The page's storage, typed here because workers read this module too and have no such type. */
type Notes = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
const page = globalThis as unknown as { localStorage: Notes }

/** Returns the names of databases whose deletion was requested and, as far as is known, has not ended. */
export function owedDeletions(): string[] {
  try {
    return JSON.parse(page.localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    // A worker has no localStorage, and a browser may block it.
    return []
  }
}

/** Notes databases that are to be deleted, so that the next visit deletes them if this one ends before. */
export function oweDeletions(names: readonly string[]): void {
  note([...owedDeletions().filter((owed) => !names.includes(owed)), ...names])
}

/**
 * Deletes a database, and resolves once it is gone or cannot be deleted. Its name stays noted until it is gone,
 * however long another tab holds it open, so that the next visit finishes after a closed tab or a kill.
 */
function deleteNoted(name: string): Promise<void> {
  oweDeletions([name])
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => {
      forget(name)
      resolve()
    }
    request.onerror = () => resolve()
  })
}

/**
 * Deletes databases. Resolves once each is gone or cannot be deleted, and after five seconds at the latest: one that
 * another tab holds open is deleted once that tab closes.
 */
export async function deleteDatabases(names: readonly string[]): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([patience, Promise.all(names.map(deleteNoted))])
}

/**
 * Deletes a database that is about to be opened, if its deletion is owed. The browser opens it only afterwards, and
 * the name is forgotten at once, so that no later start deletes what is written from now on.
 */
export function deleteIfOwed(name: string): void {
  if (!owedDeletions().includes(name)) return
  forget(name)
  indexedDB.deleteDatabase(name)
}

function forget(name: string): void {
  note(owedDeletions().filter((owed) => owed !== name))
}

function note(names: readonly string[]): void {
  try {
    if (names.length === 0) page.localStorage.removeItem(KEY)
    else page.localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // Without localStorage, or with a full one, the deletion is only tried now.
  }
}
