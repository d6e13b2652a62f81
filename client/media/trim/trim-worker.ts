import { trimFile } from './trim-file.ts'
import type { Cut, Trimmed } from './trim-video.ts'

const scope = self as unknown as { postMessage(trimmed: Trimmed | null): void }

/** Replies with the cut video; null when the browser or the file does not allow cutting. */
self.addEventListener('message', ({ data }: MessageEvent<Cut>) => {
  void trimFile(data).then(
    (trimmed) => scope.postMessage(trimmed),
    () => scope.postMessage(null),
  )
})
