import {
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { judgeInput, openBlob } from '../pick/open-file.ts'
import type { Cut, Trimmed } from './trim-video.ts'

/** The last packets of picture and sound end a little after the cut. */
const SPARE_MS = 250

/**
 * The packets between two moments in a fresh container that browsers play them in. Nothing is encoded anew, so it begins at
 * a key frame. Null for a file that cannot be cut like that without a loss, or that an edit list cuts already: what it
 * hides would come back.
 */
export async function trimFile(cut: Cut): Promise<Trimmed | null> {
  const input = openBlob(cut.blob)
  const target = new BufferTarget()
  try {
    const opened = await judgeInput(input, cut.blob, { canConvert: false })
    if (!opened.ok || opened.value.judged.shown !== null) return null
    const { tracks, judged } = opened.value
    const isWebm = judged.family === 'webm'
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
    const conversion = await Conversion.init({
      input,
      output: new Output({ format, target }),
      trim: { start: cut.fromMs / 1_000, end: (await endOf(cut, tracks[judged.video])) / 1_000 },
      copy: { mode: 'forced', boundaryPolicy: 'expand', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    })
    const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'unknown_source_codec')
    if (lost || !conversion.isValid) return null
    await conversion.execute()
    if (!target.buffer) return null
    return await look(new Blob([target.buffer], { type: isWebm ? 'video/webm' : 'video/mp4' }))
  } finally {
    input.dispose()
  }
}

/** Earlier than it was asked for where the key picture that it begins at would make it too long. */
async function endOf({ fromMs, toMs, mostMs }: Cut, picture: InputTrack | undefined): Promise<number> {
  if (mostMs === undefined || !picture) return toMs
  const key = await new EncodedPacketSink(picture).getKeyPacket(fromMs / 1_000, { verifyKeyPackets: true })
  const beginsMs = key ? Math.min(fromMs, key.timestamp * 1_000) : fromMs
  return Math.max(fromMs + 1, Math.min(toMs, beginsMs + mostMs - SPARE_MS))
}

/** Only what can be read again, with its picture, is handed out. */
async function look(made: Blob): Promise<Trimmed | null> {
  const input = openBlob(made)
  try {
    const opened = await judgeInput(input, made, { canConvert: false })
    return opened.ok ? { blob: made, durationMs: opened.value.judged.durationMs } : null
  } finally {
    input.dispose()
  }
}
