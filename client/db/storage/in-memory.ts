import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { markKeepsNothing, type NothingKept } from '../../text/keeps-nothing.ts'

/**
 * Replaces the browser's storage with the memory of this page, for browsers that let a site keep nothing or open no
 * database. Asking a question still works, and the app tells the user that everything is gone with the page. Call it
 * before anything opens a database, with what the app says about it.
 */
export function keepInMemory(said: NothingKept): void {
  markKeepsNothing(said)
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
  const inMemory = { indexedDB: new IDBFactory(), IDBKeyRange }
  for (const [name, value] of Object.entries(inMemory))
    Object.defineProperty(window, name, { configurable: true, value })
  // Dexie looked up IndexedDB when it was loaded, which may have happened in the same file as this module.
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
