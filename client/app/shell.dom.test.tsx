import { expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { SESSION_KEY } from '../api/kept-session.ts'
import { openDevice } from '../db/device.ts'
import { pass, startTimers, stopTimers } from '../testing/clock.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, goOffline, VISITOR } from '../testing/server.ts'
import { tellOfSignOut } from './router/signed-out-elsewhere.ts'
import { startBehind } from './router/start-behind.ts'

const TOO_MANY = 'Too many requests. Please try again later.'

test('S1-8.14 S1-9.13 S2-9.23 D87 D89 an alert closes after four seconds, waits under a pointer, and stays in the activity list', async () => {
  answer('lostLink', new Response('', { status: 429 }))
  // Start the background work, which stores each message. Its service worker is no part of this test, so make that
  // fail.
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('there is none'))
  await page.viewport(1_440, 900)
  const { router } = await openScreen('/lostlink')
  startBehind(router)
  stopTimers()
  await page.getByLabelText('The email address you asked with').fill('ada@example.com')
  await page.getByRole('button', { name: 'Email me my links' }).click()
  const toast = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  await expect.element(toast.getByText(TOO_MANY)).toBeVisible()
  await userEvent.hover(toast.getByRole('paragraph'))
  pass(20_000)
  await expect.element(toast).toBeVisible()
  await commands.leaveWithPointer()
  pass(3_999)
  await expect.element(toast).toBeVisible()
  pass(1)
  await expect.element(toast).not.toBeInTheDocument()
  startTimers()

  goOffline()
  await page.getByRole('link', { name: 'Activity on this device' }).click()
  await expect.element(page.getByRole('main')).toHaveFocus()
  const kept = page.getByRole('listitem').filter({ hasText: TOO_MANY })
  await expect.element(kept).toBeVisible()
  await openScreen('/activity')
  await expect.element(kept).toBeVisible()
  expect(kept.elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
})

test('S1-2.31 a sign-out that fails is logged and changes nothing', async () => {
  answer('session', sessionOf('basic'))
  const { path } = await openScreen('/about')
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('no way to unsubscribe'))
  const logged = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
  const out = page.getByRole('button', { name: 'Sign out' })
  await out.click()
  await expect.poll(() => logged.mock.calls).toEqual([[new Error('no way to unsubscribe')]])
  expect(path()).toBe('/about')
  await expect.element(out).toBeVisible()
})

test('signed in, the header fits a screen of 320 pixels', async () => {
  answer('session', sessionOf('basic'))
  await page.viewport(320, 640)
  await openScreen('/about')
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('a sign-out leads home and ends the session with the server', async () => {
  answer('session', sessionOf('basic'))
  const { path } = await openScreen('/about')
  const ended = answer('signOut', {})
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(path).toBe('/')
  await expect.poll(() => ended.length).toBe(1)
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a tab is told that somebody signed out in another one, once it is looked at', async () => {
  answer('session', sessionOf('basic'))
  await openScreen('/about')
  tellOfSignOut()
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const kept = localStorage.getItem(SESSION_KEY)
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const told = page.getByText('You signed out in another tab.')
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...JSON.parse(kept ?? ''), person: null }))
  const newValue = localStorage.getItem(SESSION_KEY)
  dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, oldValue: kept, newValue }))
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
  look.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(told).toBeVisible()
})

test('where somebody asked without an account, a sign-out offers to forget that here too', async () => {
  const person = sessionOf('basic')
  const [ended, forgotten] = [answer('signOut', {}), answer('forgetGuest', {})]
  answer('session', () => (ended.length === 0 ? person : { ...VISITOR, guest: forgotten.length === 0 }))
  await openDevice('guest').settings.put({ key: 'my-questions', value: [] })
  await openScreen('/about')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Questions asked in this browser/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Forget them here' }).click()
  await expect.poll(() => forgotten.length).toBe(1)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await openDevice('guest').settings.get('my-questions')).toBeUndefined()
})

test('a screen to which a dialog leads has the focus once the dialog is gone', async () => {
  const { router } = await openScreen('/terms')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.showModal()
  // Like a dialog over the former screen, which stays until the next one is loaded.
  router.subscribe('onLoad', () => dialog.remove())
  await router.navigate({ to: '/contact' })
  await expect.element(page.getByRole('main')).toHaveFocus()
})
