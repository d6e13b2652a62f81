import { afterEach, expect, test, vi } from 'vitest'
import { showOnIcon, showPushed } from './app-badge.ts'

const seen = { visibilityState: 'visible' }
const hidden = { visibilityState: 'hidden' }

/** An icon, and what it shows: a number, or null for nothing. */
function installedIcon() {
  const icon = { shows: 'as before' as string | number | null }
  vi.stubGlobal('navigator', {
    setAppBadge: async (count?: number) => {
      icon.shows = count ?? 'a dot'
    },
    clearAppBadge: async () => {
      icon.shows = null
    },
  })
  return icon
}
afterEach(() => vi.unstubAllGlobals())

test('a push to a closed app shows how many wait, and nothing once none does', async () => {
  const icon = installedIcon()
  await showPushed(3, [])
  expect(icon.shows).toBe(3)
  await showPushed(2, [hidden])
  expect(icon.shows).toBe(2)
  await showPushed(0, [])
  expect(icon.shows).toBe(null)
})

test('a push that counts nothing leaves the icon alone, and so does any while the app is seen', async () => {
  const icon = installedIcon()
  await showPushed(undefined, [])
  await showPushed('5', [])
  await showPushed(5, [hidden, seen])
  expect(icon.shows).toBe('as before')
})

test('a browser without icons that count is not troubled, nor is one that refuses', async () => {
  vi.stubGlobal('navigator', {})
  await showOnIcon(2)
  vi.stubGlobal('navigator', { setAppBadge: () => Promise.reject(new Error('not installed')) })
  await showOnIcon(2)
})
