import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PushOffered } from './push-offer.tsx'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** Renders what a device is offered. */
function offered(device: object, kept: Record<string, string> = {}, key: string | null = 'BKey'): string {
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null })
  return renderToString(
    <PushOffered question="Notify me when an answer is here." vapidPublicKey={key} />,
  ).replace(/<!-- -->/g, '')
}
afterEach(() => vi.unstubAllGlobals())

test('an iPhone or iPad is told how the app gets to its Home Screen, from where alone it can be notified', () => {
  for (const device of [
    { userAgent: IPHONE, maxTouchPoints: 5 },
    { userAgent: MAC, maxTouchPoints: 5 },
  ]) {
    const html = offered(device)
    expect(html).toContain(
      'To be notified on this device, open this page in Safari, press Share, then “Add to Home Screen”. Notifications work from there only.',
    )
    expect(html).toContain('Not now')
    expect(html).not.toContain('Notify me')
  }
})

test('not once it is there, not where it was dismissed lately, on no other device, and not where no push is sent', () => {
  expect(offered({ userAgent: IPHONE }, {}, null)).toBe('')
  expect(offered({ userAgent: IPHONE, standalone: true })).toBe('')
  const lately = { 'infield.push-dismissed': String(Date.now() - 3_600_000) }
  expect(offered({ userAgent: IPHONE }, lately)).toBe('')
  expect(offered({ userAgent: MAC, maxTouchPoints: 0 })).toBe('')
  expect(offered({ userAgent: ANDROID, maxTouchPoints: 5 })).toBe('')
})
