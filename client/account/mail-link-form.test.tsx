import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type LinkPurpose, MailLinkForm } from './mail-link-form.tsx'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

function formOn(device: object, purpose: LinkPurpose): string {
  vi.stubGlobal('navigator', { onLine: true, ...device })
  return renderToString(<MailLinkForm purpose={purpose} email="" onBack={() => {}} />)
}
afterEach(() => vi.unstubAllGlobals())

test('the app on an iPhone’s Home Screen says that a mailed link opens in the browser, and what signs in here', () => {
  const app = { userAgent: IPHONE, standalone: true }
  expect(formOn(app, 'sign-in-link')).toContain(
    'The link opens in your browser and signs you in only there. To sign in here, use your password or a passkey.',
  )
  expect(formOn(app, 'password-reset')).toContain(
    'The link opens in your browser. Choose the new password there, then sign in here with it.',
  )
})

test('a browser, and an installed app that shares its session with one, say nothing of it', () => {
  for (const purpose of ['sign-in-link', 'password-reset'] as const) {
    expect(formOn({ userAgent: IPHONE }, purpose)).not.toContain('in your browser')
    const installed = { userAgent: ANDROID, maxTouchPoints: 5 }
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    expect(formOn(installed, purpose)).not.toContain('in your browser')
    vi.unstubAllGlobals()
  }
})
