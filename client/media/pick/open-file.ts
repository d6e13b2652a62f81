import { BlobSource, EncodedPacketSink, Input, type InputTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { findIndex } from '../../../sync/media/read/boxes.ts'
import { readEditLists } from '../../../sync/media/read/edit-list.ts'
import type { ReadTrack } from '../../../sync/media/read/facts.ts'
import { type Judgement, judgeFile } from '../../../sync/media/read/judge.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { done, type Result } from '../../../sync/result.ts'

/** A file that would be taken, open to be read; its judgement tells the places of the tracks that are kept. */
export type JudgedFile = { tracks: InputTrack[]; judged: Judgement }

/** Opens a blob as a video; whoever opened it disposes of it. */
export function openBlob(blob: Blob): Input {
  return new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(blob) })
}

/** What the server will make of the file. Refuses what `judgeFile` refuses; rejects for what is no video at all. */
export async function judgeInput(input: Input, file: Blob, means: Means): Promise<Result<JudgedFile>> {
  const format = await input.getFormat()
  const own = format === WEBM || format === MATROSKA ? 'webm' : 'mp4'
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  const index = own === 'mp4' ? await findIndex(file.size, bytesOf(file)) : null
  const packets = (track: ReadTrack) => new EncodedPacketSink(track as InputTrack)
  const edits = index ? readEditLists(index) : new Map()
  const judged = await judgeFile({ own, tracks, packets, edits }, means)
  return judged.ok ? done({ tracks, judged: judged.value }) : judged
}

const bytesOf = (file: Blob) => async (from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())
