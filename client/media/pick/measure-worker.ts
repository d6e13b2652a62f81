import type { Means } from '../../../sync/media/tracks.ts'
import { type Result, refuse } from '../../../sync/result.ts'
import { type MeasuredFile, measureFile } from './measure-file.ts'

/** What the worker tells: that it has the file, and then what it comes to. */
export type MeasureNews = 'begun' | Result<MeasuredFile>

const scope = self as unknown as { postMessage(news: MeasureNews): void }

/** Answers with what the posted file comes to. What cannot be read here cannot be read by the server, which reads alike. */
self.addEventListener('message', ({ data }: MessageEvent<{ file: Blob; means: Means }>) => {
  scope.postMessage('begun')
  void measureFile(data.file, data.means).then(
    (measured) => scope.postMessage(measured),
    () => scope.postMessage(refuse('video-unreadable')),
  )
})
