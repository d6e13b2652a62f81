import { type Measured, measureFile } from './measure-file.ts'

const scope = self as unknown as { postMessage(measured: Measured): void }

/** Answers with what the posted file comes to; null when it is no video that can be read. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void measureFile(data).then(
    (measured) => scope.postMessage(measured),
    () => scope.postMessage(null),
  )
})
