import { expect, onTestFinished, test, vi } from 'vitest'
import { pass, stopTimers } from '../../testing/clock.ts'
import { measureVideo } from './measure.ts'

/** A fake worker that posts what the test tells it to. */
class ToldWorker extends EventTarget {
  static made: ToldWorker
  isEnded = false
  constructor() {
    super()
    ToldWorker.made = this
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true
  }
  tell(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function measured() {
  vi.stubGlobal('Worker', ToldWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  let answer: Awaited<ReturnType<typeof measureVideo>> | undefined
  void measureVideo(new Blob(['film']), { canConvert: true }).then((told) => {
    answer = told
  })
  return { worker: ToldWorker.made, answer: () => answer }
}

test('a file is refused for the time that it is read, and never for the time that the reader takes to come', async () => {
  stopTimers(10_000)
  const { worker, answer } = measured()
  pass(50_000)
  worker.tell('begun')
  pass(25_000)
  expect(worker.isEnded).toBe(false)
  const value = { durationMs: 2_000, conversion: 'none', soundsLeftOut: 0, videoCodec: 'avc', shown: null }
  worker.tell({ ok: true, value })
  await expect.poll(answer).toMatchObject({ ok: true, value: { durationMs: 2_000, isCut: false } })
})

test('a file that keeps the reader busy is refused', async () => {
  stopTimers(10_000)
  const { worker, answer } = measured()
  worker.tell('begun')
  pass(31_000)
  await expect.poll(answer).toMatchObject({ ok: false, refusal: { code: 'video-unreadable' } })
  expect(worker.isEnded).toBe(true)
})
