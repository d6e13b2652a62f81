export type CacheLine = { name: string; entries: number }

/** One service worker. `version` is the answer of the worker itself, or null if it does not answer. */
export type WorkerLine = { place: 'installing' | 'waiting' | 'active'; state: string; version: string | null }

export type StorageLine = {
  usageBytes: number | null
  quotaBytes: number | null
  isPersisted: boolean | null
}

const PATIENCE_MS = 1_000

/** Returns the caches of this origin; none if the browser has no cache storage. */
export async function readCaches(): Promise<CacheLine[]> {
  if (!('caches' in globalThis)) return []
  const names = await caches.keys()
  return Promise.all(
    names.map(async (name) => ({ name, entries: (await (await caches.open(name)).keys()).length })),
  )
}

/** Returns the service workers of this origin. */
export async function readWorkers(): Promise<WorkerLine[]> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const found = registrations.flatMap(({ installing, waiting, active }) =>
    (
      Object.entries({ installing, waiting, active }) as [WorkerLine['place'], ServiceWorker | null][]
    ).flatMap(([place, worker]) => (worker ? [{ place, worker }] : [])),
  )
  return Promise.all(
    found.map(async ({ place, worker }) => ({
      place,
      state: worker.state,
      version: await versionOf(worker),
    })),
  )
}

export async function readStorage(): Promise<StorageLine> {
  const estimate = await navigator.storage?.estimate?.()
  return {
    usageBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersisted: (await navigator.storage?.persisted?.()) ?? null,
  }
}

/**
 * Asks a worker for its version. Only the worker that `npm run dev` builds answers; any other gives null after a
 * second.
 */
function versionOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    setTimeout(() => resolve(null), PATIENCE_MS)
  })
  worker.postMessage({ type: 'SAY_VERSION' }, [port2])
  return answer.finally(() => port1.close())
}
