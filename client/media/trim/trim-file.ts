import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { Cut, Trimmed } from './trim-video.ts'

/** The packets between two moments in a fresh container. Nothing is encoded anew, so it begins at a key frame. */
export async function trimFile({ blob, fromMs, toMs }: Cut): Promise<Trimmed | null> {
  const input = open(blob)
  const target = new BufferTarget()
  let isWebm = false
  try {
    isWebm = await staysWebm(input)
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
    const conversion = await Conversion.init({
      input,
      output: new Output({ format, target }),
      trim: { start: fromMs / 1_000, end: toMs / 1_000 },
      copy: { mode: 'forced', boundaryPolicy: 'expand', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    })
    const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'unknown_source_codec')
    if (lost || !conversion.isValid) return null
    await conversion.execute()
  } finally {
    input.dispose()
  }
  if (!target.buffer) return null
  const made = new Blob([target.buffer], { type: isWebm ? 'video/webm' : 'video/mp4' })
  const durationMs = await measure(made)
  return durationMs === null ? null : { blob: made, durationMs }
}

/**
 * A WebM stays one, whatever its blob is called: few browsers play its codecs in an MP4. Some record H.264 into theirs,
 * which belongs into an MP4.
 */
async function staysWebm(input: Input): Promise<boolean> {
  const format = await input.getFormat()
  if (format !== WEBM && format !== MATROSKA) return false
  const codec = (await input.getPrimaryVideoTrack())?.codec
  return codec != null && new WebMOutputFormat().getSupportedVideoCodecs().includes(codec)
}

/** Only what can be read again, with its picture, is handed out. */
async function measure(made: Blob): Promise<number | null> {
  const input = open(made)
  try {
    if (!(await input.getPrimaryVideoTrack())) return null
    const seconds = await input.computeDuration()
    return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null
  } finally {
    input.dispose()
  }
}

function open(blob: Blob): Input {
  return new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(blob) })
}
