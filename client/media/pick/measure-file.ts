import { BlobSource, EncodedPacketSink, Input, type InputTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { findIndex } from '../../../sync/media/read/boxes.ts'
import { readEditLists } from '../../../sync/media/read/edit-list.ts'
import type { ReadTrack } from '../../../sync/media/read/facts.ts'
import { type Judgement, judgeFile } from '../../../sync/media/read/judge.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { done, type Result } from '../../../sync/result.ts'

/** What the server will make of a file, and by which codec its picture goes; null for one that mediabunny does not know. */
export type MeasuredFile = Judgement & { videoCodec: string | null }

/**
 * Reads a video file by the rule that the server follows. Refuses what `judgeFile` refuses. Rejects for what is no video at
 * all.
 */
export async function measureFile(file: Blob, means: Means): Promise<Result<MeasuredFile>> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) })
  try {
    const format = await input.getFormat()
    const own = format === WEBM || format === MATROSKA ? 'webm' : 'mp4'
    const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
    const index = own === 'mp4' ? await findIndex(file.size, bytesOf(file)) : null
    const edits = index ? readEditLists(index) : new Map()
    const packets = (track: ReadTrack) => new EncodedPacketSink(track as InputTrack)
    const judged = await judgeFile({ own, tracks, packets, edits }, means)
    if (!judged.ok) return judged
    return done({ ...judged.value, videoCodec: (await tracks[judged.value.video]?.getCodec()) ?? null })
  } finally {
    input.dispose()
  }
}

const bytesOf = (file: Blob) => async (from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())
