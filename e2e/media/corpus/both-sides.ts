import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MeasuredFile } from '../../../client/media/pick/measure-file.ts'
import { type InspectedVideo, inspectVideo, readingLimits } from '../../../server/media/probe/probe.ts'
import { sensibleBytesOf } from '../../../server/media/probe/read-bytes.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { sniffVideoType } from '../../../sync/media/video.ts'
import { type Result, refuse } from '../../../sync/result.ts'

/** Some damage keeps a parser busy for ever. */
const JUNK_MS = 20_000

/** What the server makes of a file, and the copy that it would serve. */
export type Inspected = { found: Result<InspectedVideo>; served: Buffer | null }

let worker: Worker | null = null

/** What the device says of a file before it is kept: as in the app, in a worker that is ended when junk keeps it busy. */
export async function askDevice(bytes: Buffer, means: Means): Promise<Result<MeasuredFile>> {
  if (!sniffVideoType(bytes.subarray(0, 64))) return refuse('video-type')
  worker ??= new Worker(new URL('./device-worker.ts', import.meta.url))
  worker.unref()
  const asked = worker
  const answer = once(asked, 'message', { signal: AbortSignal.timeout(JUNK_MS) })
  asked.postMessage({ bytes: new Uint8Array(bytes), means })
  try {
    return (await answer)[0]
  } catch {
    worker = null
    await asked.terminate()
    return refuse('video-unreadable')
  }
}

/** What the server says of it once all of it arrived, in the process that reads strangers' files. */
export async function askServer(bytes: Buffer, means: Means, dir: string): Promise<Inspected> {
  const type = sniffVideoType(bytes.subarray(0, 64))
  if (!type) return { found: refuse('video-type'), served: null }
  const family = type === 'video/webm' ? 'webm' : 'mp4'
  const [file, draft] = [path.join(dir, 'sent'), path.join(dir, 'draft')]
  await Promise.all([rm(draft, { force: true }), writeFile(file, bytes)])
  const sensible = await sensibleBytesOf(file, family)
  if (sensible === null) return { found: refuse('video-unreadable'), served: null }
  const found = await inspectVideo({
    ...{ file, draft, family, means, bytes: sensible, longestMs: 300_000 },
    limits: readingLimits(sensible),
  })
  const copy = found.ok ? found.value.copy : null
  return { found, served: copy ? await readFile(draft) : null }
}
