import { expect, type Page } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { phonePicture } from '../pages/phone-picture.ts'
import { Wizard } from '../pages/wizard.ts'
import type { Server } from '../server.ts'

test.use({ world: 'accounts' })

const FAN = 'fan@infield.test'

/** Returns the path of the link in the newest mail to an address. */
async function linkTo(server: Server, address: string): Promise<string> {
  await server.quiesce()
  const mail = (await server.mails()).find(({ recipient }) => recipient === address)
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const ROSA = {
  firstName: 'Rosa',
  lastName: 'Lind',
  birthDate: '1996-02-03',
  country: 'Sweden',
  city: 'Lund',
  email: 'rosa@fans.test',
}

test('S1-1.4 S1-2.5 S2-2.4 S2-2.34 S2-2.35 S2-4.32 S2-8.42 a fan on a phone, from a question without an account to the dashboard that has it', {
  tag: '@way-from-guest',
}, async ({ visit, server }) => {
  const page = await visit(PHONE)
  const wizard = new Wizard(page)
  await page.goto('/ask/noraquist')
  await wizard.open()
  await wizard.goToReview('Asked before I joined', ROSA)
  if (await wizard.dialog.getByLabel('Card number').isVisible()) await wizard.enterCard()
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  await page.goto('/fanjoin')
  await expect(heading(page, 'Become a Fan')).toBeVisible()
  const join = page.getByRole('button', { name: 'Create my account' })
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Lind')
  await page.getByLabel('Date of birth').fill('1996-02-03')
  await page.getByLabel('Country').selectOption({ label: 'Sweden' })
  await page.getByLabel('City').fill('Lund')
  await page.getByLabel('Email').fill('rosa@fans.test')
  await page.getByLabel('Choose a picture: Profile picture').setInputFiles(await phonePicture())
  await page.getByLabel('Password', { exact: true }).fill('rosa rows at dawn')
  await page.getByLabel('Confirm password').fill('rosa rows at dusk')
  await page.getByLabel('Username').fill('Rosa!')
  await expect(join).toBeDisabled()
  await page.getByLabel('Username').fill('rosalind')
  await expect(join).toBeDisabled()
  await page.getByLabel('Confirm password').fill('rosa rows at dawn')
  await join.click()
  await expect(heading(page, 'Check your email for the confirmation link')).toBeFocused()
  await expect(page.getByText('Your profile was created, and an activation email follows.')).toBeVisible()

  await page.goto(await linkTo(server, 'rosa@fans.test'))
  await page.getByLabel('Your password').fill('rosa rows at dawn')
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard?tab=conversations')
  await page
    .getByRole('link', { name: /Nora Quist/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Asked before I joined' })).toBeVisible()
})

test('S2-4.33 S2-8.44 S2-8.45 a forgotten password is replaced by the mailed link; other devices are signed out', {
  tag: '@access-reset',
}, async ({ visit, server, complaints }) => {
  complaints.expect(/status of (401|410)/)
  const other = await visit(DESKTOP)
  await other.goto('/signin')
  await fillSignIn(other, FAN, server.password)
  await expect(other).toHaveURL(/\/dashboard/)

  const page = await visit(PHONE)
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill(FAN)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Your email address')).toHaveValue(FAN)
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(heading(page, 'Check your email for the password reset link')).toBeFocused()
  const link = await linkTo(server, FAN)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a second password')
  await page.getByLabel('Confirm new password').fill('a second password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(heading(page, 'Your password has been updated')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, FAN, 'a second password')
  await expect(page).toHaveURL(/\/dashboard/)

  await other.reload()
  await expect(other.getByText('You are signed out.')).toBeVisible()
})

test('S2-8.43 S2-5.44 a mailed link signs in by a press, and an empty address is not sent', {
  tag: '@access-link',
}, async ({ visit, server }) => {
  const page = await visit(PHONE)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  // The page requests a passkey challenge as soon as it loads; ignore that request.
  const other = asked.filter((path) => path !== '/api/account/passkey-challenge')
  expect(other.filter((path) => path.includes('/api/account/'))).toEqual([])
  await page.getByLabel('Your email address').fill('admin@infield.test')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(heading(page, 'Check your email for the magic link')).toBeFocused()
  await page.goto(await linkTo(server, 'admin@infield.test'))
  await expect(page.getByRole('button', { name: 'Sign in with this link' })).toBeVisible()
  // Opening the link, as mail scanners do, does not use it up.
  expect(asked).not.toContain('/api/account/use-link')
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await expect(page).toHaveURL(/\/admin/)
  expect(asked).toContain('/api/account/use-link')
})

test('whoever only ever asked opens what is theirs by mail, takes a copy, leaves, and takes it back', {
  tag: '@access-mine',
}, async ({ visit, server }) => {
  const page = await visit(PHONE)
  await page.goto('/mydata')
  await page.getByLabel('The email address you used').fill('omar@fans.test')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(heading(page, 'Check your inbox')).toBeFocused()

  await page.goto(await linkTo(server, 'omar@fans.test'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('infield-my-data.zip')
  await page.getByRole('button', { name: 'Delete my data' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(page.getByText('Will be deleted on')).toBeVisible()

  await page.goto(await linkTo(server, 'omar@fans.test'))
  await page.getByRole('button', { name: 'Keep everything' }).click()
  await expect(heading(page, 'Everything is kept')).toBeFocused()
})
