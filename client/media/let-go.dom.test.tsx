import { expect, test } from 'vitest'
import { film } from '../testing/film.ts'
import { letGo } from './let-go.ts'

function opened(blob: Blob): HTMLVideoElement {
  return Object.assign(document.createElement('video'), {
    preload: 'metadata',
    src: URL.createObjectURL(blob),
  })
}

test('a video is let go of once it has come to its first answer, and at once where it had one', async () => {
  const blob = await film()
  const early = opened(blob)
  letGo(early)
  expect(early.hasAttribute('src'), 'while it waits').toBe(true)
  await expect.poll(() => early.hasAttribute('src')).toBe(false)

  const broken = opened(new Blob(['no film']))
  letGo(broken)
  await expect.poll(() => broken.hasAttribute('src')).toBe(false)

  const loaded = opened(blob)
  await expect.poll(() => loaded.readyState).toBeGreaterThan(0)
  letGo(loaded)
  expect(loaded.hasAttribute('src')).toBe(false)
})
