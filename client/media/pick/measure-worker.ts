import type { Means } from '../../../sync/media/tracks.ts'
import { type Result, refuse } from '../../../sync/result.ts'
import { type MeasuredFile, measureFile } from './measure-file.ts'

/** The worker's messages: that it has received the file, then the result. */
export type MeasureNews = 'begun' | Result<MeasuredFile>

const scope = self as unknown as { postMessage(news: MeasureNews): void }

/**
 * Replies with the measurement of the posted file. A file that cannot be read here is refused, because the server
 * reads files the same way.
 */
self.addEventListener('message', ({ data }: MessageEvent<{ file: Blob; means: Means }>) => {
  scope.postMessage('begun')
  void measureFile(data.file, data.means).then(
    (measured) => scope.postMessage(measured),
    () => scope.postMessage(refuse('video-unreadable')),
  )
})
