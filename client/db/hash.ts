import { digestOf } from './digest.ts'

/**
 * The SHA-256 of a blob in lower-case hex. A worker computes it, because a recording of a minute would hold up the page
 * for as long; where no worker can be had the page does. Throws when the blob cannot be read.
 */
export async function sha256Of(blob: Blob): Promise<string> {
  return (await digestInWorker(blob)) ?? digestOf(blob)
}

/** Null without a worker, for example in a test, or offline before its script was kept. */
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
