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

/** The last packets of picture and sound end a little after the cut. */
const SPARE_MS = 250
/** A start that would snap further back than this is encoded anew, where the browser can. */
const LONGEST_SNAP_S = 0.5
const VIDEO_BITS = 2_500_000
const ENCODED = { mp4: ['avc', 'vp9'], webm: ['vp8', 'vp9'] } as const
/** What the server might make of it does not matter here. */
const PLAIN = { canConvert: false }

/**
 * What lies between two moments in a fresh container that browsers play. Packets are copied, so it begins at a key frame,
 * unless that lies far before the start. Null for a file that cannot be cut like that without a loss, or that an edit list cuts already: what it
 * hides would come back.
 */
export async function trimFile(cut: Cut): Promise<Trimmed | null> {
  const made = await withJudged(cut.blob, PLAIN, (file) => copyBetween(cut, file))
  if (!made.ok || !made.value) return null
  // only what can be read again, with its picture, is handed out
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
 * In seconds by mediabunny's time. It begins with a key picture, since what a list only hid before it would be sent with
 * it; and it ends earlier than it was asked for where it would be too long by that.
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

/** `start` is the key picture that a copy begins with, at the wanted moment or before it. */
type Ends = { wanted: number; start: number; end: number }

/** By which codec this browser can make the picture anew in its container; null where it cannot. */
async function encodable({ tracks, judged }: JudgedFile) {
  const picture = tracks[judged.video]
  if (!('VideoEncoder' in globalThis) || !picture?.isVideoTrack() || !(await picture.canDecode())) return null
  const size = { width: await picture.getDisplayWidth(), height: await picture.getDisplayHeight() }
  return getFirstEncodableVideoCodec([...ENCODED[judged.family]], {
    ...size,
    quality: new Quality(VIDEO_BITS),
  })
}
