import { expect, test } from 'vitest'
import { offlineReadiness } from './offline-line.tsx'

const READY = { app: 'kept', isPulled: true, videoIds: ['one'], waiting: [], online: true } as const
const asked = (videoId: string | null) => ({ question: { videoId } })

test('ready only with the app, every document and every waiting video on the device', () => {
  expect(offlineReadiness(READY)).toEqual({ state: 'ready', line: 'Ready for offline' })
  expect(offlineReadiness({ ...READY, waiting: [asked('one'), asked(null)] }).state).toBe('ready')
  expect(offlineReadiness({ ...READY, app: 'preparing' }).state).toBe('preparing')
  expect(offlineReadiness({ ...READY, isPulled: false }).state).toBe('preparing')
})

test('without a network nothing is being got ready', () => {
  expect(offlineReadiness({ ...READY, app: 'preparing', online: false })).toEqual({
    state: 'incomplete',
    line: 'Not everything is on this device yet.',
  })
  expect(offlineReadiness({ ...READY, online: false }).state).toBe('ready')
})

test('videos that are missing are counted', () => {
  const lines = [[asked('two')], [asked('two'), asked('three'), asked('one')]].map(
    (waiting) => offlineReadiness({ ...READY, waiting }).line,
  )
  expect(lines).toEqual([
    'Ready for offline, but one question’s video is not on this device yet.',
    'Ready for offline, but the videos of 2 questions are not on this device yet.',
  ])
})
