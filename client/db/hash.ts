import { digestOf } from './digest.ts'

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
      worker.terminate()
      resolve(sha256)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    worker.postMessage(blob)
  })
}
