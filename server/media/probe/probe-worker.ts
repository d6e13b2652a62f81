import { stat } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type Source,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Finding, InspectedVideo, Inspection } from './probe.ts'

/** Runs in a thread of `probe-process.ts`: everything it reads was written by a stranger. */
class NotTaken extends Error {
  readonly refusal: RefusalCode
  constructor(refusal: RefusalCode) {
    super(refusal)
    this.refusal = refusal
  }
}

type Probe = Omit<InspectedVideo, 'bytes'>

const largestSide = 4_096
/** A last frame's length is not always written down. */
const copyToleranceMs = 1_000
const largestCopyInMemory = 32 * 1024 * 1024

const tell = (finding: Finding) => parentPort?.postMessage(finding)

parentPort?.on('message', (inspection: Inspection) => void inspect(inspection))
tell({ step: 'ready' })

async function inspect(inspection: Inspection): Promise<void> {
  try {
    const original = await probe(openOriginal(inspection), inspection)
    await copyTracks(inspection)
    const copy = await probe(openInput(new FilePathSource(inspection.draft), inspection), inspection)
    if (!isSameVideo(original, copy)) throw new NotTaken('video-unreadable')
    const { size } = await stat(inspection.draft)
    tell({ step: 'copied', video: { ...copy, bytes: size } })
  } catch (error) {
    tell(whatWentWrong(error))
  }
}

/** An error of the file system is the machine's; anything else was in the file. */
function whatWentWrong(error: unknown): Finding {
  if (error instanceof NotTaken) return { step: 'refused', code: error.refusal }
  if (error instanceof Error && 'syscall' in error) return { step: 'failed', message: error.message }
  return { step: 'refused', code: 'video-unreadable' }
}

function openInput(source: Source, { family }: Inspection): Input {
  const formats = family === 'webm' ? [WEBM] : [MP4, QTFF]
  return new Input({ source, formats })
}

/** Only what makes sense of it. */
function openOriginal(inspection: Inspection): Input {
  return openInput(new FilePathSource(inspection.file).slice(0, inspection.bytes), inspection)
}

async function probe(input: Input, inspection: Inspection): Promise<Probe> {
  try {
    const tracks = await playableTracks(input)
    const [video, ...moreVideo] = tracks.filter((track) => track.isVideoTrack())
    const [audio, ...moreAudio] = tracks.filter((track) => track.isAudioTrack())
    if (!video || moreVideo.length > 0 || moreAudio.length > 0) throw new NotTaken('video-unreadable')
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
    const sides = [width, height, await video.getCodedWidth(), await video.getCodedHeight()]
    if (sides.some((side) => !(side >= 1 && side <= largestSide))) throw new NotTaken('video-unreadable')
    const durationMs = await measure(tracks)
    if (durationMs > inspection.longestMs) throw new NotTaken('video-too-long')
    const audioCodec = audio ? await audio.getCodec() : null
    return { durationMs, width, height, videoCodec: String(await video.getCodec()), audioCodec }
  } finally {
    input.dispose()
  }
}

/** Phones add tracks that no browser knows (spatial sound, sensor data): they are left out of the copy. */
async function playableTracks(input: Input): Promise<InputTrack[]> {
  const tracks = await input.getTracks()
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()))
  return tracks.filter((_, index) => codecs[index] !== null)
}

/** From the packets, because headers lie and a recorder writes no length; the last one must truly be there. */
async function measure(tracks: InputTrack[]): Promise<number> {
  const ends: number[] = []
  const starts: number[] = []
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
    if (!last || last.data.byteLength === 0) throw new NotTaken('video-unreadable')
    ends.push(await track.computeDuration())
    starts.push(await track.getFirstTimestamp())
  }
  const durationMs = Math.round((Math.max(...ends) - Math.max(0, Math.min(...starts))) * 1_000)
  if (!(durationMs >= 1)) throw new NotTaken('video-unreadable')
  return durationMs
}

/** The same packets in a fresh container: no place, no device name, no picture, no comment leaves with them. */
async function copyTracks(inspection: Inspection): Promise<void> {
  const input = openOriginal(inspection)
  try {
    const { size } = await stat(inspection.file)
    const format =
      inspection.family === 'webm'
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: size <= largestCopyInMemory ? 'in-memory' : false })
    const output = new Output({ format, target: new FilePathTarget(inspection.draft) })
    const copy = { mode: 'forced' } as const
    const conversion = await Conversion.init({ input, output, copy, tags: () => ({}), showWarnings: false })
    const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'unknown_source_codec')
    if (lost || !conversion.isValid) throw new NotTaken('video-unreadable')
    await conversion.execute()
  } finally {
    input.dispose()
  }
}

function isSameVideo(original: Probe, copy: Probe): boolean {
  return (
    original.videoCodec === copy.videoCodec &&
    original.audioCodec === copy.audioCodec &&
    original.width === copy.width &&
    original.height === copy.height &&
    Math.abs(original.durationMs - copy.durationMs) <= copyToleranceMs
  )
}
