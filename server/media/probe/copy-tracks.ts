import { type FileHandle, open } from 'node:fs/promises'
import {
  Conversion,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  WebMOutputFormat,
} from 'mediabunny'
import { NotTaken, type OpenVideo } from './open-video.ts'

const LARGEST_IN_MEMORY = 32 * 1024 * 1024

/**
 * Copies the packets into a new container, without the place, device name, picture or comments, and without
 * anything that an edit list cut off. Throws `NotTaken` if the container cannot hold them, and an error of the file
 * system if this machine cannot write the copy.
 */
export async function copyTracks(
  { input, video, audio, judged }: OpenVideo,
  to: { draft: string; bytes: number },
): Promise<void> {
  const { family, endsAt } = judged
  const format =
    family === 'webm'
      ? new WebMOutputFormat()
      : new Mp4OutputFormat({ fastStart: to.bytes <= LARGEST_IN_MEMORY ? 'in-memory' : false })
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target: fileTarget(to.draft) }),
    video: ({ id }) => ({ discard: id !== video.id }),
    audio: ({ id }) => ({ discard: id !== audio?.id }),
    copy: { mode: 'forced', boundaryPolicy: endsAt === null ? 'expand' : 'shrink' },
    ...(endsAt === null ? {} : { trim: { end: endsAt } }),
    tags: () => ({}),
    showWarnings: false,
  })
  const isWhole = conversion.utilizedTracks.length === (audio ? 2 : 1)
  if (!isWhole || !conversion.isValid) throw new NotTaken('video-unreadable')
  await conversion.execute()
}

/**
 * Returns a target that writes a file. Unlike mediabunny's own, it fails with an error of the file system when a
 * full disk takes only a part of a write.
 */
function fileTarget(file: string): StreamTarget {
  let handle: FileHandle | null = null
  const written = new WritableStream<StreamTargetChunk>({
    async start() {
      handle = await open(file, 'w')
    },
    async write({ data, position }) {
      for (let at = 0; handle && at < data.byteLength; )
        at += (await handle.write(data, at, data.byteLength - at, position + at)).bytesWritten
    },
    close: async () => handle?.close(),
  })
  return new StreamTarget(written, { chunked: true })
}
