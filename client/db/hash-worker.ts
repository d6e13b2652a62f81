import { digestOf } from './digest.ts'

const scope = self as unknown as { postMessage(sha256: string | null): void }

/** Answers with the hash of the posted blob; with null where it cannot be had here. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void digestOf(data).then(
    (sha256) => scope.postMessage(sha256),
    () => scope.postMessage(null),
  )
})
