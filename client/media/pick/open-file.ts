import { BlobSource, EncodedPacketSink, Input, type InputTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { findIndex } from '../../../sync/media/read/boxes.ts'
import { readEditLists } from '../../../sync/media/read/edit-list.ts'
import type { ReadTrack } from '../../../sync/media/read/facts.ts'
import { type Judgement, judgeFile } from '../../../sync/media/read/judge.ts'
import { sensibleBytes } from '../../../sync/media/read/structure.ts'
import type { Means, VideoFamily } from '../../../sync/media/tracks.ts'
import { sniffVideoType } from '../../../sync/media/video.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'

const HEAD_BYTES = 64

/** An open file that the server would accept. `judged` tells which tracks are kept. */
export type JudgedFile = { input: Input; tracks: InputTrack[]; judged: Judgement }

/**
 * Opens a file and passes the server's judgement of it to `use`; closes the file afterwards. Refuses what
 * `judgeFile` refuses, and `video-unreadable` for a file that is no video. Rejects when the file's structure makes
 * no sense.
 */
export async function withJudged<T>(
  blob: Blob,
  means: Means,
  use: (file: JudgedFile) => Promise<T>,
): Promise<Result<T>> {
  const family = await familyOf(blob)
  const sensible = family && (await sensibleBytes({ size: blob.size, read: bytesOf(blob), family }))
  if (!family || sensible === null) return refuse('video-unreadable')
  const file = blob.slice(0, sensible)
  const formats = family === 'webm' ? [WEBM, MATROSKA] : [MP4, QTFF]
  const input = new Input({ formats, source: new BlobSource(file) })
  try {
    const judged = await judgeInput(input, { file, family, means })
    return judged.ok ? done(await use(judged.value)) : judged
  } finally {
    input.dispose()
  }
}

async function familyOf(blob: Blob): Promise<VideoFamily | null> {
  const type = sniffVideoType(await bytesOf(blob)(0, HEAD_BYTES))
  return type && (type === 'video/webm' ? 'webm' : 'mp4')
}

type Judging = { file: Blob; family: VideoFamily; means: Means }

async function judgeInput(input: Input, { file, family, means }: Judging): Promise<Result<JudgedFile>> {
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  const index = family === 'mp4' ? await findIndex(file.size, bytesOf(file)) : null
  const packets = (track: ReadTrack) => new EncodedPacketSink(track as InputTrack)
  const edits = index ? readEditLists(index) : new Map()
  const judged = await judgeFile({ own: family, tracks, packets, edits }, means)
  return judged.ok ? done({ input, tracks, judged: judged.value }) : judged
}

const bytesOf = (file: Blob) => async (from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())
