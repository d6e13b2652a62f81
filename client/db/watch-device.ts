import Dexie, { liveQuery, RangeSet } from 'dexie'
import { backOffMs } from '../api/back-off.ts'
import type { Device } from './device.ts'

/**
 * Calls `listener` with the result of `query`, now and whenever it changes in any tab. A query that fails is run
 * again after growing pauses, until its database is closed. Returns the function that stops watching.
 */
export function watchDevice<T>(query: () => Promise<T>, listener: (value: T) => void): () => void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let subscription: { unsubscribe(): void } | undefined
  // Failures are results, because Dexie keeps some to itself, and watches nothing for a query that failed at first.
  const read = async (): Promise<{ value: T } | { error: unknown }> => {
    try {
      return { value: (await query()) as T }
    } catch (error) {
      return { error }
    }
  }
  const watch = () => {
    subscription?.unsubscribe()
    subscription = liveQuery(read).subscribe((found) => {
      clearTimeout(timer)
      if ('value' in found) {
        failures = 0
        listener(found.value)
      } else if (!isClosed(found.error)) {
        timer = setTimeout(watch, backOffMs(failures, Math.random()))
        failures += 1
      }
    })
  }
  watch()
  return () => {
    clearTimeout(timer)
    subscription?.unsubscribe()
  }
}

/** Checks whether an error says that a database was closed. One that did not open says why in `inner`. */
function isClosed(error: unknown): boolean {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return name === 'DatabaseClosedError' && (!inner || inner === error || isClosed(inner))
}

/**
 * Makes every watcher of these tables, in any tab, run its query again. Needed after rows were written without
 * Dexie.
 */
export function tellWatchers(device: Device, tables: readonly string[]): void {
  const everything = new RangeSet(Dexie.minKey, Dexie.maxKey)
  const parts = tables.flatMap((name) => {
    const indexes = device.table(name).schema.indexes.map((index) => index.name)
    return ['', ':dels', ...indexes].map((index) => [`idb://${device.name}/${name}/${index}`, everything])
  })
  Dexie.on('storagemutated').fire(Object.fromEntries(parts))
}
