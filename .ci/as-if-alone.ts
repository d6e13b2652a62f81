import { readFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { afterAll, expect, vi } from 'vitest'

/**
 * Runs before each test file that shares a process but changes it. Loads our own modules again, and removes what
 * the file before put into the globals. Packages stay loaded, because loading them takes long.
 */
const { testPath = '' } = expect.getState()
vi.resetModules()

// An imported module does not run again, so recreate here the database that it would create.
if (readFileSync(testPath, 'utf8').includes("'fake-indexeddb/auto'")) {
  // @ts-expect-error: this entry of the package has no types
  await import('fake-indexeddb/auto')
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  const { Dexie } = await import('dexie')
  const indexedDB = new IDBFactory()
  Object.assign(globalThis, { indexedDB })
  // A file that needs no database may have loaded Dexie, which then found neither.
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
}

const globals = () => Object.entries(Object.getOwnPropertyDescriptors(globalThis))
const before = new Map(globals())

/** A channel reaches every thread of the process, so keep each to its own thread. */
class ChannelOfThread extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId} ${name}`)
  }
}
Object.assign(globalThis, { BroadcastChannel: ChannelOfThread })

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const [name] of globals()) {
    const was = before.get(name)
    if (was?.configurable) Object.defineProperty(globalThis, name, was)
    if (!was || name === 'indexedDB') Reflect.deleteProperty(globalThis, name)
  }
})
