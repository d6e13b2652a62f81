import { afterEach, expect, test, vi } from 'vitest'
import { showOnIcon, showPushed } from './app-badge.ts'
import { keepOnIcon } from './keep-on-icon.ts'

/** Stubs the app's icon. `shows` is the number on it, or null for none. */
function installedIcon() {
  const icon = { shows: 'as before' as string | number | null }
  vi.stubGlobal('navigator', {
    serviceWorker: new EventTarget(),
    setAppBadge: async (count?: number) => {
      icon.shows = count ?? 'a dot'
    },
    clearAppBadge: async () => {
      icon.shows = null
    },
  })
  return icon
}
/** Opens a page of the app and returns it as the service worker sees it. */
function openPage(visibilityState: 'visible' | 'hidden') {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState }))
  return {
    postMessage: (data: { type: string }) =>
      void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })),
  }
}
afterEach(() => vi.unstubAllGlobals())

test('a push to a closed app shows how many wait, and nothing once none does', async () => {
  const icon = installedIcon()
  await showPushed(3, [])
  expect(icon.shows).toBe(3)
  await showPushed(2, [openPage('hidden')])
  expect(icon.shows).toBe(2)
  await showPushed(0, [])
  expect(icon.shows).toBe(null)
})

test('a push that counts nothing leaves the icon alone', async () => {
  const icon = installedIcon()
  await showPushed(undefined, [openPage('visible')])
  await showPushed('5', [])
  expect(icon.shows).toBe('as before')
})

test('a page that is seen has the last word while it counts, and a page that counts nothing leaves the server’s', async () => {
  const icon = installedIcon()
  await showPushed(5, [openPage('visible')])
  expect(icon.shows).toBe(5)
  const page = openPage('visible')
  const stop = keepOnIcon(1)
  expect(icon.shows).toBe(1)
  await showPushed(4, [page])
  expect(icon.shows).toBe(1)
  stop()
  await showPushed(4, [page])
  expect(icon.shows).toBe(4)
})

test('what a page counted when it was last seen does not stand over a push', async () => {
  const icon = installedIcon()
  const page = openPage('hidden')
  const stop = keepOnIcon(1)
  await showPushed(4, [page])
  expect(icon.shows).toBe(4)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(icon.shows).toBe(1)
  stop()
})

test('a browser without icons that count is not troubled, nor is one that refuses', async () => {
  vi.stubGlobal('navigator', {})
  await showOnIcon(2)
  vi.stubGlobal('navigator', { setAppBadge: () => Promise.reject(new Error('not installed')) })
  await showOnIcon(2)
})
