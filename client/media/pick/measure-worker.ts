import { type Result, refuse } from '../../../sync/result.ts'
import { measureFile } from './measure-file.ts'

const scope = self as unknown as { postMessage(measured: Result<number>): void }

/** Answers with what the posted file comes to. What cannot be read here cannot be read by the server, which reads alike. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void measureFile(data).then(
    (measured) => scope.postMessage(measured),
    () => scope.postMessage(refuse('video-unreadable')),
  )
})
