import { stat } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type Source,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { RefusalCode } from '../../../sync/errors.ts'
import {
  chooseTracks,
  type KeptTracks,
  type TrackFacts,
  type VideoFamily,
} from '../../../sync/media/tracks.ts'
import type { Finding, InspectedVideo, Inspection } from './probe.ts'

/** Runs in a thread of `probe-process.ts`: everything it reads was written by a stranger. */
class NotTaken extends Error {
  readonly refusal: RefusalCode
  constructor(refusal: RefusalCode) {
    super(refusal)
    this.refusal = refusal
  }
}

type Probe = Pick<InspectedVideo, 'durationMs' | 'width' | 'height' | 'videoCodec' | 'audioCodec'>

/** A last frame's length is not always written down. */
const copyToleranceMs = 1_000
const largestCopyInMemory = 32 * 1024 * 1024

const tell = (finding: Finding) => parentPort?.postMessage(finding)

parentPort?.on('message', (inspection: Inspection) => void inspect(inspection))
tell({ step: 'ready' })

async function inspect(inspection: Inspection): Promise<void> {
  try {
    const original = openOriginal(inspection)
    const kept = await keptTracks(original, inspection)
    const found = await probe(kept, inspection.longestMs)
    original.dispose()
    const { conversion } = kept
    const tracks = placesOf(kept, inspection.family)
    if (conversion === 'required')
      return tell({ step: 'read', video: { ...found, conversion, tracks, copy: null, shown: null } })
    await copyTracks(inspection, kept)
    const copy = openInput(new FilePathSource(inspection.draft), kept.family)
    const copied = await probe(
      await keptTracks(copy, { ...inspection, family: kept.family }),
      inspection.longestMs,
    )
    copy.dispose()
    if (!isSameVideo(found, copied)) throw new NotTaken('video-unreadable')
    const { size } = await stat(inspection.draft)
    const made = { bytes: size, family: kept.family }
    tell({ step: 'read', video: { ...copied, conversion, tracks, copy: made, shown: null } })
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

function openInput(source: Source, family: VideoFamily): Input {
  const formats = family === 'webm' ? [WEBM, MATROSKA] : [MP4, QTFF]
  return new Input({ source, formats })
}

/** Only what makes sense of it. */
function openOriginal({ file, bytes, family }: Inspection): Input {
  return openInput(new FilePathSource(file).slice(0, bytes), family)
}

type Kept = Pick<KeptTracks, 'family' | 'conversion'> & {
  video: InputVideoTrack
  audio: InputAudioTrack | null
}

/** What of a file is kept, by the rule that the device asked before it sent it. */
async function keptTracks(
  input: Input,
  { family, means }: Pick<Inspection, 'family' | 'means'>,
): Promise<Kept> {
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  const chosen = chooseTracks(family, await Promise.all(tracks.map(factsOf)), means)
  if (!chosen.ok) throw new NotTaken(chosen.refusal.code)
  const [video, audio] = [tracks[chosen.value.video], tracks[chosen.value.audio ?? -1]]
  if (!video?.isVideoTrack()) throw new NotTaken('video-unreadable')
  return { ...chosen.value, video, audio: audio?.isAudioTrack() ? audio : null }
}

const placesOf = ({ video, audio }: Kept, family: VideoFamily) => ({
  family,
  video: video.number - 1,
  audio: audio && audio.number - 1,
})

async function factsOf(track: InputTrack): Promise<TrackFacts> {
  const name = await track.getInternalCodecId()
  const isEmpty = (await new EncodedPacketSink(track).getFirstPacket()) === null
  const read = {
    codec: await track.getCodec(),
    name: typeof name === 'string' ? name : null,
    profile: isEmpty ? null : await track.getCodecParameterString(),
    isEmpty,
  }
  if (!track.isVideoTrack()) return { kind: 'audio', ...read, longestSide: 0 }
  const shown = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const coded = [await track.getCodedWidth(), await track.getCodedHeight()]
  return { kind: 'video', ...read, longestSide: Math.max(...shown, ...coded) }
}

async function probe({ video, audio }: Kept, longestMs: number): Promise<Probe> {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const durationMs = await measure(audio ? [video, audio] : [video])
  if (durationMs > longestMs) throw new NotTaken('video-too-long')
  return {
    ...{ durationMs, width, height },
    videoCodec: await codecOf(video),
    audioCodec: audio ? await codecOf(audio) : null,
  }
}

const codecOf = async (track: InputTrack) =>
  (await track.getCodec()) ?? String(await track.getInternalCodecId())

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
async function copyTracks(inspection: Inspection, { video, audio, family }: Kept): Promise<void> {
  const input = openOriginal(inspection)
  try {
    const { size } = await stat(inspection.file)
    const format =
      family === 'webm'
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: size <= largestCopyInMemory ? 'in-memory' : false })
    const output = new Output({ format, target: new FilePathTarget(inspection.draft) })
    const conversion = await Conversion.init({
      input,
      output,
      video: ({ id }) => ({ discard: id !== video.id }),
      audio: ({ id }) => ({ discard: id !== audio?.id }),
      copy: { mode: 'forced' },
      tags: () => ({}),
      showWarnings: false,
    })
    const isWhole = conversion.utilizedTracks.length === (audio ? 2 : 1)
    if (!isWhole || !conversion.isValid) throw new NotTaken('video-unreadable')
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
