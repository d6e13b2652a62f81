import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { markKeepsNothing } from '../../api/keeps-nothing.ts'

/**
 * Where the browser lets a site keep nothing, everything is kept in the memory of this page instead: asking works, and is
 * said to be gone with the page. To be installed before anything looks for a database.
 */
export function keepInMemory(): void {
  markKeepsNothing()
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
  const inMemory = { indexedDB: new IDBFactory(), IDBKeyRange }
  for (const [name, value] of Object.entries(inMemory))
    Object.defineProperty(window, name, { configurable: true, value })
  // it looked for them when it was loaded, which may be in one file with this
  Object.assign(Dexie.dependencies, inMemory)
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, String(value)),
  }
}
