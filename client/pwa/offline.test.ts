import { afterEach, expect, test, vi } from 'vitest'
import type { KnownPerson } from '../api/session.ts'
import { keepForOffline, partsFor } from './offline.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person = (role: KnownPerson['role']) => ({
  person: { id: 'p', role, firstName: 'Rosa', username: null },
})

test('everybody keeps what asking needs, and behind a sign-in what their role opens', () => {
  expect(partsFor({ person: null })).toEqual(['asking'])
  expect(partsFor(person('basic'))).toEqual(['asking', 'dashboard'])
  expect(partsFor(person('creator'))).toEqual(['asking', 'dashboard', 'studio'])
  expect(partsFor(person('admin'))).toEqual(['asking', 'dashboard', 'desk'])
})

test('a worker that never gets ready is given up after two minutes, so that the caller registers it again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => {}) } })
  const end = vi.fn()
  const registered = Promise.resolve(true)
  const kept = keepForOffline(['asking'], registered, async () => true).then(end)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(end.mock.calls).toEqual([[{ left: 'later', afterMs: null }]])
  await kept
})
