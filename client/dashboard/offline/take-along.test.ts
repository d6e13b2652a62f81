import { expect, test } from 'vitest'
import { afterLanding } from './journey-dialog.tsx'
import { takenAlong, takenWords } from './take-along.ts'

const question = (id: string, more: object = {}) => ({
  id,
  subject: `About ${id}`,
  videoId: null,
  videoBytes: null,
  dueAt: 100,
  ...more,
})

test('what comes along is told by number and size, and what is missing is told too', () => {
  const questions = [
    question('a'),
    question('b', { videoId: 'v', videoBytes: 24 * 1024 ** 2 }),
    question('c', { videoId: 'w', videoBytes: 8 * 1024 ** 2 }),
  ]
  const told = (videoIds: string[], isFetching = false) =>
    takenAlong({ questions, videoIds, landsAt: null, isFetching }).line
  expect(told(['v', 'w'])).toBe('3 questions, 32 MB, ready offline.')
  expect(told(['v'])).toBe('2 questions, 24 MB, ready offline; 1 not on this device yet.')
  expect(told([], true)).toBe('1 question, ready offline; fetching 2 more.')
})

test('what is due before the landing is named, the first first', () => {
  const questions = [
    question('b', { dueAt: 150 }),
    question('a', { dueAt: 50 }),
    question('c', { dueAt: null }),
  ]
  const at = (landsAt: number | null) => takenAlong({ questions, videoIds: [], landsAt, isFetching: false })
  const named = [null, 40, 60, 200].map((landsAt) => at(landsAt).dueBefore.map(({ subject }) => subject))
  expect(named).toEqual([[], [], ['About a'], ['About a', 'About b']])
  expect(at(60).warning).toMatch(/^1 question runs out before you land\. Record it while/)
  expect(at(200).warning).toMatch(/^2 questions run out before you land\. Record them while/)
})

test('what did not come along is told by its cause', () => {
  expect(takenWords('all')).toBeNull()
  expect(takenWords('cut-off')).toMatch(/^The network broke off\./)
  expect(takenWords('no-room')).toMatch(/^This device has too little room left/)
  expect(takenWords('too-much')).toMatch(/^More than 1 GB is not kept/)
  expect(takenWords('refused')).toMatch(/^The server did not hand out every video\./)
})

test('only a browser that sends when closed is said to send after landing by itself', () => {
  expect(afterLanding(true, false)).toBe(
    'Once you have landed, we send them automatically, the most urgent first.',
  )
  for (const isHeld of [true, false]) {
    expect(afterLanding(true, isHeld)).not.toContain('Open the app')
    expect(afterLanding(false, isHeld)).toContain('Open the app once you have landed')
  }
})
