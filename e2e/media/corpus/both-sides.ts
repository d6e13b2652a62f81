import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MeasuredFile } from '../../../client/media/pick/measure-file.ts'
import { type InspectedVideo, inspectVideo, readingLimits } from '../../../server/media/probe/probe.ts'
import { sensibleBytesOf } from '../../../server/media/probe/read-bytes.ts'
import { findConverter } from '../../../server/media/rendition/converter.ts'
import type { Made } from '../../../server/media/rendition/tool/conversion.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { sniffVideoType } from '../../../sync/media/video.ts'
import { type Result, refuse } from '../../../sync/result.ts'

/** How long the parser may run, because some broken files keep it busy for ever. */
const JUNK_MS = 20_000

/** The server's findings about a file, and the copy that it would serve. */
export type Inspected = { found: Result<InspectedVideo>; served: Buffer | null }

let worker: Worker | null = null

/**
 * Asks the device's code about a file. As in the app, a worker reads it and is ended when a broken file keeps it
 * busy.
 */
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

/** Asks the server's code about a file that has arrived, in the process that reads untrusted files. */
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

type Rendition = { made: Made | null; bytes: Buffer | null; strip: Buffer | null }

/** Converts the film last asked about, and draws the strip of pictures of the result. */
export async function convert(found: InspectedVideo, sent: Buffer, dir: string): Promise<Rendition> {
  const [file, draft, strip] = [path.join(dir, 'sent'), path.join(dir, 'plays'), path.join(dir, 'strip')]
  await writeFile(file, sent)
  const converter = await findConverter(process.env.FFMPEG_PATH ?? null)
  if (!converter) throw new Error('there is no FFmpeg here: neither node-av is installed nor FFMPEG_PATH set')
  const family = sniffVideoType(sent.subarray(0, 64)) === 'video/webm' ? 'webm' : 'mp4'
  const { video, audio } = found.tracks
  const { durationMs } = found
  const isCut = found.shown !== null
  const { made } = await converter.convert({
    kind: 'plays',
    file,
    draft,
    family,
    video,
    audio,
    durationMs,
    isCut,
  })
  if (!made) return { made, bytes: null, strip: null }
  const pictures = { file: draft, family: 'mp4', video: 0, audio: null, durationMs: made.durationMs } as const
  await converter.convert({ kind: 'strip', draft: strip, ...pictures })
  return { made, bytes: await readFile(draft), strip: await readFile(strip) }
}
