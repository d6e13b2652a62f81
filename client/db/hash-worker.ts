import { digestOf } from './digest.ts'

/** The first message says that the worker runs; the second is the hash, or null where it cannot compute one. */
export type HashNews = 'begun' | { sha256: string | null }

const scope = self as unknown as { postMessage(news: HashNews): void }

/** Replies to a posted blob with its hash. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  scope.postMessage('begun')
  void digestOf(data).then(
    (sha256) => scope.postMessage({ sha256 }),
    () => scope.postMessage({ sha256: null }),
  )
})
