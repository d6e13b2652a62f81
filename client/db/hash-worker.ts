import { digestOf } from './digest.ts'

const scope = self as unknown as { postMessage(sha256: string | null): void }

/** Replies to a posted blob with its hash, or with null where the worker cannot compute one. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void digestOf(data).then(
    (sha256) => scope.postMessage(sha256),
    () => scope.postMessage(null),
  )
})
