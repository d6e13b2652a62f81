import { digestOf } from './digest.ts'
import type { HashNews } from './hash-worker.ts'

/** How long to wait for the worker's script. A stalled network neither loads it nor says that it cannot. */
const LOADED_MS = 5_000

/**
 * Returns the SHA-256 of a blob in lower-case hex. A worker computes it, because hashing a long recording would
 * block the page; where no worker is available, the page computes it. Throws when the blob cannot be read.
 */
export async function sha256Of(blob: Blob): Promise<string> {
  return (await digestInWorker(blob)) ?? digestOf(blob)
}

/** Resolves to null where no worker runs, for example in a test, or offline before the worker's script was cached. */
function digestInWorker(blob: Blob): Promise<string | null> {
  if (typeof Worker === 'undefined') return Promise.resolve(null)
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
    const end = (sha256: string | null) => {
      clearTimeout(loading)
      worker.terminate()
      resolve(sha256)
    }
    const loading = setTimeout(() => end(null), LOADED_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<HashNews>) => {
      if (data === 'begun') clearTimeout(loading)
      else end(data.sha256)
    })
    worker.addEventListener('error', () => end(null))
    worker.postMessage(blob)
  })
}
