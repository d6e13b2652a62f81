import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkError } from '../../api/network-error.ts'
import { UNTOLD } from '../../pwa/push-untold.ts'

const { session, watchers, renewPush } = vi.hoisted(() => ({
  session: { account: 'ada', state: 'signed-in' },
  watchers: new Set<() => void>(),
  renewPush: vi.fn(),
}))
vi.mock('../../api/session.ts', () => ({
  getSession: () => session,
  watchSession(listener: () => void) {
    watchers.add(listener)
    return () => watchers.delete(listener)
  },
}))
vi.mock('../../pwa/push-subscribe.ts', () => ({ renewPush }))

const kept = new Map<string, string>()
const { keepPushTold } = await import('./renew-push.ts')

function become(state: string): void {
  session.state = state
  for (const look of watchers) look()
}

beforeEach(() => {
  kept.clear()
  become('signed-in')
  renewPush.mockReset().mockResolvedValue(null)
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => kept.set(key, value) })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('after a sign-in to a session that had ended, push is renewed until the server has heard of it', async () => {
  const stop = keepPushTold('ada')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(renewPush).toHaveBeenCalledTimes(1)
  expect(kept.size).toBe(0)
  become('ended')
  expect([...kept.keys()]).toEqual([UNTOLD])
  renewPush.mockResolvedValueOnce(networkError('server', new Response(null, { status: 503 })))
  become('signed-in')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(renewPush).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(renewPush).toHaveBeenCalledTimes(3)
  stop()
  become('ended')
  become('signed-in')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(renewPush).toHaveBeenCalledTimes(3)
})
