import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { LocalVideo } from './local-video.tsx'

/** A moment of a canvas, upright. */
async function film(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 84 })
  const drawn = canvas.getContext('2d') as CanvasRenderingContext2D
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  const paint = () => {
    drawn.fillRect(0, 0, 48, 84)
    if (recorder.state === 'recording') requestAnimationFrame(paint)
  }
  const first = new Promise<Blob>((resolve) =>
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && resolve(data)),
  )
  recorder.start(200)
  paint()
  const data = await first
  recorder.stop()
  return data
}

test('a video of this device still plays once its shape is known, and when what is beside it changes', async () => {
  show(<LocalVideo blob={await film()} label="Your recording" hasTools />)
  await page.getByLabelText('Speed').selectOptions('2')
  const video = page.getByLabelText('Your recording').element() as HTMLVideoElement
  expect(video.getAttribute('src')).toMatch(/^blob:/)
  expect(video.readyState).toBeGreaterThan(0)
  expect(video.videoHeight).toBe(84)
})
