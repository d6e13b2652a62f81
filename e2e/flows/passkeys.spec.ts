import { expect, type Page } from 'playwright/test'
import { DESKTOP } from '../device.ts'
import { test } from '../fixtures.ts'
import { signInByForm } from '../pages/sign-in.ts'

// A world of its own, because this file locks accounts, and the demo's fan signs in by a passkey afterwards.
test.use({ world: 'passkeys' })

const FAN = 'fan@infield.test'

/**
 * Adds a virtual passkey store that unlocks at once, as Chromium provides it. A passkey offered in the address
 * field is chosen at once as well, unless `touch(false)` was called.
 */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    touch: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out' })
  await button.click()
  await expect(button).toBeHidden()
}

const openProfile = (page: Page) => page.goto('/dashboard?tab=profile')

async function openMine(page: Page, password: string): Promise<void> {
  const part = page.getByRole('region', { name: 'Your data' })
  await part.getByLabel('Password, to open your data').fill(password)
  await part.getByRole('button', { name: 'Open my data' }).click()
}

test('ASVS 6.3.3 7.5.1 a passkey is added, named, signs in, is asked for again, and goes; a recovery code stands in', {
  tag: '@access-passkey',
}, async ({ visit, server, complaints }) => {
  complaints.expect(/status of 401/)
  const page = await visit(DESKTOP)
  const device = await withAuthenticator(page)
  await signInByForm(page, 'fan', server.password)
  await openProfile(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByLabel('Your password').fill(server.password)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('Keep these recovery codes')).toBeVisible()
  const codes = await passkeys.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await passkeys.getByRole('button', { name: 'I have kept them' }).click()
  await passkeys.getByRole('button', { name: /^Rename Passkey/ }).click()
  await passkeys.getByLabel('Name of the passkey').fill('My laptop')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('My laptop')).toBeVisible()

  // A passkey offered among the browser's suggestions signs in before anything is typed.
  await signOut(page)
  await page.goto('/signin')
  await expect(page).toHaveURL(/\/dashboard/)

  await device.touch(false)
  await signOut(page)
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill(FAN)
  await page.getByLabel('Your password').fill(server.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await device.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await device.touch(false)
  await signOut(page)
  await page.goto('/signin')
  // The authenticator does not see a request that has begun before it is touched.
  const touched = Promise.withResolvers<void>()
  const challenge = '**/api/account/passkey-challenge'
  await page.route(challenge, (route) => touched.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await device.touch(true)
  touched.resolve()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.unroute(challenge)

  await server.advance(11 * 60_000)
  await openProfile(page)
  await openMine(page, server.password)
  const asking = page.getByRole('dialog', { name: 'Confirm it is you' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed: confirm it, and try again.')).toBeVisible()
  await openMine(page, server.password)
  await asking.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'A copy of everything' })).toBeVisible()

  await device.forget()
  await server.advance(11 * 60_000)
  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await asking.getByLabel('Recovery code').fill(codes[0] ?? '')
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys.getByText('My laptop')).toBeHidden()
  await signOut(page)
  await signInByForm(page, 'fan', server.password)
})

test('an athlete sees what waits until when, and the mail’s page stops it without signing in', {
  tag: '@access-payout',
}, async ({ visit, server }) => {
  const page = await visit(DESKTOP)
  await signInByForm(page, 'athlete', server.password)
  await page.goto('/dashboard?tab=money')
  const way = page.getByRole('region', { name: 'How you are paid' })
  await way.getByRole('button', { name: /Be paid by hand instead|Change$|Add your payment app/ }).click()
  await way.getByLabel('Payment app and your name there').fill('PayPal, somebody else')
  await way.getByRole('button', { name: 'Save' }).click()
  await expect(way.getByText(/on your payouts go to “PayPal, somebody else”/)).toBeVisible()
  await server.quiesce()
  const mail = (await server.mails()).find(({ subject }) =>
    subject.startsWith('Your payouts are about to go'),
  )
  const { pathname, hash } = new URL(/https?:\/\/\S+stoppayout\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const owner = await visit(DESKTOP)
  await owner.goto(pathname + hash)
  await owner.getByRole('button', { name: 'Stop the change' }).click()
  await expect(owner.getByRole('heading', { name: 'It is stopped' })).toBeVisible()
  await page.reload()
  await expect(way.getByText(/By hand|deposits|connected/).first()).toBeVisible()
  await expect(way.getByText('somebody else')).toBeHidden()
})
