import { stat } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { InputTrack } from 'mediabunny'
import type { VideoFamily } from '../../../sync/media/tracks.ts'
import { copyTracks } from './copy-tracks.ts'
import { NotTaken, type OpenVideo, openVideo, readEdits } from './open-video.ts'
import type { Finding, InspectedVideo, Inspection } from './probe.ts'

/* Runs in a thread of `probe-process.ts`, because everything it reads was written by strangers. */

type Probe = Pick<InspectedVideo, 'durationMs' | 'width' | 'height' | 'videoCodec' | 'audioCodec'>

/** The duration of the last frame is not always stored. */
const copyToleranceMs = 1_000

const tell = (finding: Finding) => parentPort?.postMessage(finding)

parentPort?.on('message', (inspection: Inspection) => void inspect(inspection))
tell({ step: 'ready' })

async function inspect(inspection: Inspection): Promise<void> {
  try {
    tell({ step: 'read', video: await readVideo(inspection) })
  } catch (error) {
    tell(whatWentWrong(error))
  }
}

/** Turns an error into a finding: an error of the file system is the machine's fault, and any other the file's. */
function whatWentWrong(error: unknown): Finding {
  if (error instanceof NotTaken) return { step: 'refused', code: error.refusal }
  if (error instanceof Error && 'syscall' in error) return { step: 'failed', message: error.message }
  return { step: 'refused', code: 'video-unreadable' }
}

async function readVideo(inspection: Inspection): Promise<InspectedVideo> {
  const original = await openVideo(inspection, inspection.means, await readEdits(inspection))
  try {
    const found = await probe(original)
    if (found.durationMs > inspection.longestMs) throw new NotTaken('video-too-long')
    const { conversion, shown, family } = original.judged
    const tracks = placesOf(original, inspection.family)
    if (conversion === 'required') return { ...found, conversion, tracks, copy: null, shown }
    await copyTracks(original, inspection)
    const { size } = await stat(inspection.draft)
    const copied = await probeCopy(inspection.draft, { bytes: size, family })
    if (!isSameVideo(found, copied)) throw new NotTaken('video-unreadable')
    return { ...copied, conversion, tracks, copy: { bytes: size, family }, shown }
  } finally {
    original.input.dispose()
  }
}

const placesOf = ({ video, audio }: OpenVideo, family: VideoFamily) => ({
  family,
  video: video.number - 1,
  audio: audio && audio.number - 1,
})

/**
 * Judges the copy by the same rule. Its own edit lists are ignored, because they were written here and hide
 * nothing.
 */
async function probeCopy(file: string, copy: NonNullable<InspectedVideo['copy']>): Promise<Probe> {
  const opened = await openVideo({ file, ...copy }, { canConvert: false }, new Map())
  try {
    return await probe(opened)
  } finally {
    opened.input.dispose()
  }
}

async function probe({ video, audio, judged }: OpenVideo): Promise<Probe> {
  return {
    durationMs: judged.durationMs,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    videoCodec: await codecOf(video),
    audioCodec: audio ? await codecOf(audio) : null,
  }
}

const codecOf = async (track: InputTrack) =>
  (await track.getCodec()) ?? String(await track.getInternalCodecId())

function isSameVideo(original: Probe, copy: Probe): boolean {
  return (
    original.videoCodec === copy.videoCodec &&
    original.audioCodec === copy.audioCodec &&
    original.width === copy.width &&
    original.height === copy.height &&
    Math.abs(original.durationMs - copy.durationMs) <= copyToleranceMs
  )
}
