import { trimFile } from './trim-file.ts'
import type { Cut, Trimmed } from './trim-video.ts'

const scope = self as unknown as { postMessage(trimmed: Trimmed | null): void }

/** Answers with what is left of the posted video; null when this browser or this file does not let it be cut. */
self.addEventListener('message', ({ data }: MessageEvent<Cut>) => {
  void trimFile(data).then(
    (trimmed) => scope.postMessage(trimmed),
    () => scope.postMessage(null),
  )
})
