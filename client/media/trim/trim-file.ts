import {
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny'
import { measureFile } from '../pick/measure-file.ts'
import { type JudgedFile, withJudged } from '../pick/open-file.ts'
import type { Cut, Trimmed } from './trim-video.ts'

/** How many milliseconds the last packets of picture and sound may end after the cut. */
const SPARE_MS = 250
/** If the start would snap back further than this, the video is encoded again, where the browser can. */
const LONGEST_SNAP_S = 0.5
const VIDEO_BITS = 2_500_000
const ENCODED = { mp4: ['avc', 'vp9'], webm: ['vp8', 'vp9'] } as const
/** Judge the file as if the server cannot convert; what the server could do does not matter here. */
const PLAIN = { canConvert: false }

/**
 * Copies the part between two moments into a new container that browsers play. Packets are copied, so the result
 * begins at a key frame; if that lies far before the start, the picture is encoded again. Returns null for a file
 * that cannot be cut without a loss, or that has an edit list, because its hidden parts would become visible.
 */
export async function trimFile(cut: Cut): Promise<Trimmed | null> {
  const made = await withJudged(cut.blob, PLAIN, (file) => copyBetween(cut, file))
  if (!made.ok || !made.value) return null
  // Return only a video that can be read again, with its picture.
  const again = await measureFile(made.value, PLAIN)
  return again.ok ? { blob: made.value, durationMs: again.value.durationMs } : null
}

async function copyBetween(cut: Cut, file: JudgedFile): Promise<Blob | null> {
  const { input, judged } = file
  if (judged.shown !== null) return null
  const target = new BufferTarget()
  const isWebm = judged.family === 'webm'
  const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const ends = await endsOf(cut, file)
  const codec = ends.wanted - ends.start > LONGEST_SNAP_S ? await encodable(file) : null
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    trim: { start: codec ? ends.wanted : ends.start, end: ends.end },
    ...(codec && { video: { codec, forceTranscode: true, quality: new Quality(VIDEO_BITS) } }),
    copy: {
      mode: codec ? 'preferred' : 'forced',
      boundaryPolicy: 'expand',
      shiftTolerance: Number.POSITIVE_INFINITY,
    },
    showWarnings: false,
  })
  const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'unknown_source_codec')
  if (lost || !conversion.isValid) return null
  await conversion.execute()
  return target.buffer && new Blob([target.buffer], { type: isWebm ? 'video/webm' : 'video/mp4' })
}

/**
 * Returns the ends in seconds of mediabunny's time. The start is a key picture, because pictures before the start
 * that were only hidden would be sent too. The end moves earlier where the result would otherwise be too long.
 */
async function endsOf({ fromMs, toMs, mostMs }: Cut, { tracks, judged }: JudgedFile): Promise<Ends> {
  const wanted = judged.beginsAt + fromMs / 1_000
  const picture = tracks[judged.video]
  const key =
    picture && (await new EncodedPacketSink(picture).getKeyPacket(wanted, { verifyKeyPackets: true }))
  const start = key ? Math.max(judged.beginsAt, key.timestamp) : wanted
  const end = judged.beginsAt + toMs / 1_000
  const last = mostMs === undefined ? end : Math.min(end, start + (mostMs - SPARE_MS) / 1_000)
  return { wanted, start, end: Math.max(start + 0.001, last) }
}

/** `start` is the key picture that a copy begins with, at or before `wanted`. */
type Ends = { wanted: number; start: number; end: number }

/** Returns a codec with which this browser can encode the picture for its container; null where it cannot. */
async function encodable({ tracks, judged }: JudgedFile) {
  const picture = tracks[judged.video]
  if (!('VideoEncoder' in globalThis) || !picture?.isVideoTrack() || !(await picture.canDecode())) return null
  const size = { width: await picture.getDisplayWidth(), height: await picture.getDisplayHeight() }
  return getFirstEncodableVideoCodec([...ENCODED[judged.family]], {
    ...size,
    quality: new Quality(VIDEO_BITS),
  })
}
