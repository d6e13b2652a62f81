import { type FileHandle, open } from 'node:fs/promises'
import { StreamTarget, type StreamTargetChunk } from 'mediabunny'

/**
 * Returns a target that writes a file. Unlike mediabunny's own, it fails with an error of the file system when a
 * full disk takes only a part of a write.
 */
export function fileTarget(file: string): StreamTarget {
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
