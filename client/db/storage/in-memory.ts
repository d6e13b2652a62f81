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
  Object.defineProperty(window, 'indexedDB', { configurable: true, value: new IDBFactory() })
  Object.defineProperty(window, 'IDBKeyRange', { configurable: true, value: IDBKeyRange })
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
