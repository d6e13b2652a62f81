import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, onTold, showToast } from '../ui/toasts.ts'
import type { NetworkError } from './network-error.ts'

const bare = (status: number): NetworkError => ({
  ok: false,
  offline: true,
  reason: 'foreign',
  status,
  retryAfterMs: null,
})
const refused = (code: 'too-many-requests' | 'not-allowed' | 'bad-csrf' | 'not-found', retryAfterS = 1) =>
  ({ ok: false, refusal: { code, detail: { retryAfterS } } }) as const

let said: string[] = []
let forget = () => {}

/** Loads the module afresh, as on a newly opened page, and records its toasts. */
async function openAlerts() {
  vi.resetModules()
  said = []
  const { onTold: hear } = await import('../ui/toasts.ts')
  forget = hear(({ text, tone }) => said.push(`${tone}: ${text}`))
  return (await import('./call-alerts.ts')).alertRefused
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  forget()
  vi.useRealTimers()
})

test('S1-8.14 S2-8.12 429 from any call says the quoted words, whoever answered', async () => {
  for (const failed of [bare(429), refused('too-many-requests')]) {
    const alertRefused = await openAlerts()
    alertRefused(failed)
    expect(said).toEqual(['danger: Too many requests. Please try again later.'])
  }
})

test('S1-8.15 S2-8.13 S2-6.10 403 from any call says the quoted words, whatever else it was', async () => {
  for (const failed of [bare(403), refused('not-allowed'), refused('bad-csrf')]) {
    const alertRefused = await openAlerts()
    alertRefused(failed)
    expect(said).toEqual(['danger: Access denied. Please check your permissions.'])
  }
})

test('a storm of calls raises one alert, and the next one after it is raised again', async () => {
  const alertRefused = await openAlerts()
  for (let call = 0; call < 40; call += 1) {
    alertRefused(refused('too-many-requests', 60 + call * 60))
    alertRefused(bare(403))
    vi.advanceTimersByTime(2_000)
  }
  expect(said).toHaveLength(2)
  vi.advanceTimersByTime(30_000)
  alertRefused(bare(429))
  expect(said).toHaveLength(3)
})

test('nothing else raises one: not a network that is gone, not a server with an error, not what is not there', async () => {
  const alertRefused = await openAlerts()
  for (const failed of [bare(502), { ...bare(0), status: null }, refused('not-found')]) alertRefused(failed)
  expect(said).toEqual([])
})

test('D87 an alert on show is not raised twice; a confirmation is said as often as it happens', () => {
  const heard: string[] = []
  const stop = onTold(({ text }) => heard.push(text))
  const first = showToast({ text: 'Access denied', tone: 'danger' })
  expect(showToast({ text: 'Access denied', tone: 'danger' })).toBe(first)
  dismissToast(first)
  expect(showToast({ text: 'Access denied', tone: 'danger' })).not.toBe(first)
  for (let n = 0; n < 2; n += 1) showToast({ text: 'Deleted' })
  expect(heard).toEqual(['Access denied', 'Access denied', 'Deleted', 'Deleted'])
  stop()
})
