import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renewPush } from '../../pwa/push-subscribe.ts'
import { noteUntold, UNTOLD } from '../../pwa/push-untold.ts'
import { show } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'
import { PushOffered } from './push-offer.tsx'
import { PushSwitch } from './push-switch.tsx'

const subscription = {
  endpoint: 'https://push.infield.test/device',
  getKey: () => new Uint8Array([1]).buffer,
}
const notify = page.getByRole('button', { name: 'Notify me' })
const onOff = page.getByRole('switch', { name: 'Notify me' })

/** Notifications are allowed and there is a subscription, which ended on the server together with a session. */
beforeEach(() => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted')
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never)
  answer('pushSubscription', {})
  noteUntold()
})

/** Takes the mark away as another page of the app does, and tells this page as the browser does. */
function renewElsewhere(): void {
  localStorage.removeItem(UNTOLD)
  window.dispatchEvent(new StorageEvent('storage', { key: UNTOLD }))
}

test.each([
  ['this page', renewPush],
  ['another one', renewElsewhere],
])('notifications are no longer offered once %s has told the server of them again', async (_, renew) => {
  show(<PushOffered question="Know when it is here?" vapidPublicKey="key" />)
  await expect.element(notify).toBeVisible()
  await renew()
  await expect.element(notify).not.toBeInTheDocument()
})

test.each([
  ['this page', renewPush],
  ['another one', renewElsewhere],
])('the switch of notifications is on once %s has told the server of them again', async (_, renew) => {
  show(<PushSwitch label="Notify me" />)
  await expect.element(page.getByText('our server does not know this device yet')).toBeVisible()
  await expect.element(onOff).not.toBeChecked()
  await renew()
  await expect.element(onOff).toBeChecked()
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible()
})
