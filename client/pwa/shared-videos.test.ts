import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../sync/limits.ts'
import {
  dropSharedVideo,
  forgetShared,
  keepSharedVideos,
  readSharedVideos,
  watchSharedVideos,
} from './shared-videos.ts'

const file = (name: string, type = 'video/mp4', words = 'film') => new File([words], name, { type })
const names = async () => (await readSharedVideos()).map(({ name }) => name)

beforeEach(() => forgetShared())

test('a shared video waits here whole until it is used or not wanted; with whoever leaves it goes', async () => {
  const changed = vi.fn()
  const stop = watchSharedVideos(changed)
  expect(await keepSharedVideos([file('catch.mp4'), file('start.MOV', '')])).toBe('kept')
  const [first] = await readSharedVideos()
  expect(await names()).toEqual(['catch.mp4', 'start.MOV'])
  expect(await first?.blob.text()).toBe('film')
  await dropSharedVideo(first?.id ?? '')
  expect(await names()).toEqual(['start.MOV'])
  await forgetShared()
  expect(await names()).toEqual([])
  await expect.poll(() => changed.mock.calls.length).toBeGreaterThanOrEqual(3)
  stop()
})

test('what is no video, empty, or too large is not kept, nor more than five at a time', async () => {
  const large = file('large.mp4')
  Object.defineProperty(large, 'size', { value: LIMITS.videoBytes + 1 })
  expect(
    await keepSharedVideos([file('notes.txt', 'text/plain'), file('none.mp4', 'video/mp4', ''), large]),
  ).toBe('lost')
  expect(await names()).toEqual([])
  await keepSharedVideos(['1', '2', '3'].map((name) => file(name)))
  expect(await keepSharedVideos(['4', '5', '6'].map((name) => file(name)))).toBe('part')
  expect(await names()).toHaveLength(5)
  expect(await keepSharedVideos([file('7')])).toBe('lost')
})

test('a full device says so, and keeps what fitted', async () => {
  const { put } = IDBObjectStore.prototype
  let room = 1
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    room -= 1
    if (room < 0) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, row)
  })
  expect(await keepSharedVideos([file('1'), file('2')])).toBe('full')
  full.mockRestore()
  expect(await names()).toEqual(['1'])
})
