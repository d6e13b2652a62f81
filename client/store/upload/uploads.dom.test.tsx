import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { keepTake, queueTake } from '../takes.ts'
import { sendTakes } from './uploads.ts'

test('the screen stays on while a video is sent from this page, and no longer', async () => {
  const locks: string[] = []
  const request = async () => {
    locks.push('on')
    return { release: async () => void locks.push('off') }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
  const device = openDevice(newId())
  await sendTakes(device, new AbortController().signal)
  expect(locks, 'nothing waits').toEqual([])
  const take = { id: newId(), purpose: 'question' as const, questionId: newId(), type: 'video/mp4' }
  await keepTake(device, {
    ...take,
    ...{
      durationMs: 1_000,
      source: 'file',
      recordedAt: Date.now(),
      dueAt: null,
      blob: new Blob(['a video']),
    },
  })
  await queueTake(device, take.id)
  await sendTakes(device, new AbortController().signal)
  expect(new Set(locks)).toEqual(new Set(['on', 'off']))
  expect(locks.at(-1)).toBe('off')
})
