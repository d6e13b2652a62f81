import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import type { RefusalCode } from '../../../sync/errors.ts'
import { findIndex, type ReadBytes } from '../../../sync/media/read/boxes.ts'
import { type EditList, readEditLists } from '../../../sync/media/read/edit-list.ts'
import type { ReadTrack } from '../../../sync/media/read/facts.ts'
import { type Judgement, judgeFile } from '../../../sync/media/read/judge.ts'
import type { Means, VideoFamily } from '../../../sync/media/tracks.ts'
import { readingFile } from './read-bytes.ts'

/** A file is not taken: the reason is in it, and not in the machine. */
export class NotTaken extends Error {
  readonly refusal: RefusalCode
  constructor(refusal: RefusalCode) {
    super(refusal)
    this.refusal = refusal
  }
}

/** A file, and how many of its bytes make sense. */
export type VideoFile = { file: string; bytes: number; family: VideoFamily }

/** What is kept of a file, by the rule that the device asked before it sent it. */
export type OpenVideo = {
  input: Input
  video: InputVideoTrack
  audio: InputAudioTrack | null
  judged: Judgement
}

/** Opens a file and judges it; throws `NotTaken`. Whoever opened it disposes of its input. */
export async function openVideo(
  { file, bytes, family }: VideoFile,
  means: Means,
  edits: ReadonlyMap<number, EditList>,
): Promise<OpenVideo> {
  const input = new Input({
    source: new FilePathSource(file).slice(0, bytes),
    formats: family === 'webm' ? [WEBM, MATROSKA] : [MP4, QTFF],
  })
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  const packets = (track: ReadTrack) => new EncodedPacketSink(track as InputTrack)
  const judged = await judgeFile({ own: family, tracks, packets, edits }, means)
  if (!judged.ok) throw new NotTaken(judged.refusal.code)
  const [video, audio] = [tracks[judged.value.video], tracks[judged.value.audio ?? -1]]
  if (!video?.isVideoTrack()) throw new NotTaken('video-unreadable')
  return { input, video, audio: audio?.isAudioTrack() ? audio : null, judged: judged.value }
}

/** What edit lists the file has; its index is read beside mediabunny, which follows their first entries alone. */
export function readEdits({ file, bytes, family }: VideoFile): Promise<ReadonlyMap<number, EditList>> {
  if (family === 'webm') return Promise.resolve(new Map())
  const look = async (read: ReadBytes, size: number) => {
    const index = await findIndex(size, read)
    return index ? readEditLists(index) : new Map()
  }
  return readingFile(file, look, bytes)
}
