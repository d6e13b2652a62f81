import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { measureFile } from '../../../client/media/pick/measure-file.ts'
import type { MeasuredVideo } from '../../../client/media/pick/measure.ts'
import { type Probed, probeVideo } from '../../../client/media/probe.ts'
import { type InspectedVideo, inspectVideo, readingLimits } from '../../../server/media/probe/probe.ts'
import { sensibleBytes } from '../../../server/media/probe/structure.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { sniffVideoType } from '../../../sync/media/video.ts'
import { type Result, refuse } from '../../../sync/result.ts'

/** What the server makes of a file, and the copy that it would serve. */
export type Inspected = { found: Result<InspectedVideo>; served: Buffer | null }

/** What the device says of a file before it is kept: as in the app, where a worker reads it. */
export function askDevice(bytes: Buffer, means: Means): Promise<Probed> {
  const measure = async (file: Blob): Promise<Result<MeasuredVideo>> => {
    const measured = await measureFile(file, means).catch(() => refuse('video-unreadable'))
    if (!measured.ok) return measured
    return { ok: true, value: { ...measured.value, isCut: measured.value.shown !== null } }
  }
  return probeVideo(new Blob([new Uint8Array(bytes)]), { purpose: 'question' }, measure)
}

/** What the server says of it once all of it arrived, in the process that reads strangers' files. */
export async function askServer(bytes: Buffer, means: Means, dir: string): Promise<Inspected> {
  const type = sniffVideoType(bytes.subarray(0, 64))
  if (!type) return { found: refuse('video-type'), served: null }
  const family = type === 'video/webm' ? 'webm' : 'mp4'
  const [file, draft] = [path.join(dir, 'sent'), path.join(dir, 'draft')]
  await Promise.all([rm(draft, { force: true }), writeFile(file, bytes)])
  const sensible = await sensibleBytes(file, family)
  if (sensible === null) return { found: refuse('video-unreadable'), served: null }
  const found = await inspectVideo({
    ...{ file, draft, family, means, bytes: sensible, longestMs: 300_000 },
    limits: readingLimits(sensible),
  })
  const copy = found.ok ? found.value.copy : null
  return { found, served: copy ? await readFile(draft) : null }
}
