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

/** Thrown when a file is refused for a reason in the file, not in the machine. */
export class NotTaken extends Error {
  readonly refusal: RefusalCode
  constructor(refusal: RefusalCode) {
    super(refusal)
    this.refusal = refusal
  }
}

/** A file, and how many of its bytes are part of a video. */
export type VideoFile = { file: string; bytes: number; family: VideoFamily }

/** The parts of a file that are kept, by the same rule that the device applied before it sent the file. */
export type OpenVideo = {
  input: Input
  video: InputVideoTrack
  audio: InputAudioTrack | null
  judged: Judgement
}

/** Opens a file and judges it; throws `NotTaken`. The caller must dispose of its input. */
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

/**
 * Returns the edit lists of a file. Its index is read separately, because mediabunny follows only their first
 * entries.
 */
export function readEdits({ file, bytes, family }: VideoFile): Promise<ReadonlyMap<number, EditList>> {
  if (family === 'webm') return Promise.resolve(new Map())
  const look = async (read: ReadBytes, size: number) => {
    const index = await findIndex(size, read)
    return index ? readEditLists(index) : new Map()
  }
  return readingFile(file, look, bytes)
}
