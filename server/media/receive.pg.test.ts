import { expect, onTestFinished, test, vi } from 'vitest'
import { announce, clip, guest, mediaWorld, sendWhole } from '../testing/media/media-world.ts'
import { findMedia } from './find-media.ts'
import { recoverReceived } from './receive.ts'

test('uploads to be taken in wait for the next run once a run has read for a minute', async () => {
  const world = await mediaWorld()
  onTestFinished(() => world.end())
  const bytes = await clip('question.webm')
  const both = [announce(bytes), announce(bytes)]
  for (const said of both) {
    world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
    await expect(sendWhole(world, guest(), { bytes, said })).rejects.toThrow('killed')
  }
  const taken = async () => {
    const found = await Promise.all(both.map(({ mediaId }) => findMedia(world.sql, mediaId)))
    return found.filter((media) => media?.state === 'received').length
  }
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  world.faults.set('media.after-bytes', async () => {
    now += 61_000
  })
  await recoverReceived(world.context)
  expect(await taken()).toBe(1)
  await recoverReceived(world.context)
  expect(await taken()).toBe(2)
})
