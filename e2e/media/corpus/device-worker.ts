import { parentPort } from 'node:worker_threads'
import { measureFile } from '../../../client/media/pick/measure-file.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { refuse } from '../../../sync/result.ts'

/* Does what the app's own worker does with a chosen file. */

parentPort?.on('message', async ({ bytes, means }: { bytes: Uint8Array<ArrayBuffer>; means: Means }) => {
  const measured = await measureFile(new Blob([bytes]), means).catch(() => refuse('video-unreadable'))
  parentPort?.postMessage(measured)
})
