import { expect, type Page } from 'playwright/test'
import { CALLS } from '../../sync/paths.ts'
import { findViolations } from '../accessibility.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { fillProfile, mailedPath, signupCode } from '../pages/joining.ts'
import { lookAt, TAKEN_AT } from '../pages/phone-picture.ts'

test.use({ world: 'accounts' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Returns whether the form was there before the pop-up. */
function watchWelcome(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        let formWasThere = false
        new MutationObserver((_changes, observer) => {
          const isOver = document.querySelector('dialog[open]') !== null
          if (!isOver)
            formWasThere ||=
              document.querySelector('form[method=post] input[autocomplete="given-name"]') !== null
          if (!isOver) return
          observer.disconnect()
          resolve(formWasThere)
        }).observe(document.body, { childList: true, subtree: true, attributes: true })
      }),
  )
}

test('S1-2.6 S2-2.3 S2-2.21 to S2-2.28 S2-2.56 S2-2.42 S2-4.21 S2-7.18 S2-9.22 a new athlete on a phone, from the code to the published profile', {
  tag: '@way-join',
}, async ({ visit, server, complaints }) => {
  complaints.expect(/status of 422/)
  const page = await visit({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/athletejoin')
  await expect(page.getByText('You keep 80% of every question; the platform fee is 20%.')).toBeVisible()
  await page.getByLabel('Signup code').fill('GUESSED')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText('Invalid signup code')).toBeVisible()
  await page.getByLabel('Signup code').fill(signupCode(server).toLowerCase())
  const formIsFirst = watchWelcome(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  // S2-9.22: the form appears first, and the pop-up comes in over it.
  expect(await formIsFirst).toBe(true)
  const welcome = page.getByRole('dialog')
  await expect(welcome).toContainText(
    'sign in with your email and password to finish your payment preferences',
  )
  await expect(welcome.getByRole('link')).toHaveAttribute('href', 'mailto:support@infield.test')
  await welcome.getByRole('button', { name: "Let's get started" }).click()

  await expect(heading(page, 'Create an account')).toBeVisible()
  await expect(page.getByLabel('Country').locator('option')).toHaveCount(44)
  await expect(page.getByLabel('Sport').locator('option')).toHaveCount(42)
  const create = page.getByRole('button', { name: 'Create my account' })
  await fillProfile(page)
  await expect(page.getByText('Only the first three cover photos are kept.')).toBeVisible()
  await page.getByLabel('Username').fill('Ada L')
  await page.getByLabel('Password', { exact: true }).fill('ada rows at dawn')
  await page.getByLabel('Confirm password').fill('ada rows at dawn')
  await expect(create).toBeDisabled()
  await page.getByLabel('Username').fill('adalund')
  // A reload keeps everything except the passwords, and the pop-up does not come again.
  await expect(page.getByText('Kept on this device until you send it', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('I row. Ask me about starts.')
  await expect(page.getByAltText('As it will look')).toBeVisible()
  await expect(page.getByAltText('Cover 3')).toBeVisible()
  await expect(welcome).toBeHidden()
  await expect(create).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).fill('ada rows at dawn')
  await page.getByLabel('Confirm password').fill('ada rows at dawn')
  await page.getByLabel('Achievement 1').fill('')
  await create.click()
  await expect(page.getByLabel('Achievement 1')).toBeFocused()
  await page.getByLabel('Achievement 1').fill('National champion, 2024')
  expect(await findViolations(page)).toEqual([])
  const submitting = page
    .waitForRequest(/join-athlete/)
    .then(() => page.getByRole('button', { name: 'Submitting' }).isVisible())
  await create.click()
  expect(await submitting).toBe(true)
  await expect(heading(page, 'Welcome to Infield!')).toBeFocused()
  await expect(page.getByText('A confirmation email was sent to ada@athletes.test')).toBeVisible()

  await page.goto(await mailedPath(server, 'ada@athletes.test'))
  await page.getByLabel('Your password').fill('ada rows at dawn')
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  // While there is no price, the set-up is offered until it is finished.
  const setUp = page.getByRole('dialog', { name: 'Welcome, Ada' })
  await expect(setUp).toBeVisible()
  await setUpDeposits(page)
  await beFreeByHand(page)
  await askPrice(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Ada Lund')).toBeVisible()
  await expect(page.getByRole('main').locator('header img[src*="/profilePicture/"]')).toBeVisible()
  await page.getByRole('link', { name: 'View profile' }).click()
  await expect(page).toHaveURL(/\/ask\/adalund$/)
  await expect(heading(page, 'Ada Lund')).toBeVisible()
  await expect(page.getByText('I row. Ask me about starts.')).toBeVisible()
  await expect(page.getByText('$35').first()).toBeVisible()
  const url = await page.locator('img[src*="/profilePicture/"]').first().getAttribute('src')
  const picture = await lookAt(page, url ?? '')
  expect(picture).toMatchObject({ width: 320, height: 320 })
  expect(picture.text).not.toContain(TAKEN_AT)
  expect(picture.text).not.toContain('Exif')
  // The picture is rotated by its EXIF orientation: the drawing's red shirt is at the left.
  expect(picture.left[0], 'red at the left').toBeGreaterThan(150)
  expect(picture.bottom[0], 'green at the bottom').toBeLessThan(80)
})

/** S2-2.56: the payment provider's sign-up opens in a new tab, and the second step notices when it is done. */
async function setUpDeposits(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click()
  const step = page.getByRole('dialog', { name: 'Payment setup' })
  await expect(step.getByText('No bank account is connected yet.')).toBeVisible()
  const opening = page.context().waitForEvent('page')
  await step.getByRole('button', { name: 'Set up direct deposits' }).click()
  const provider = await opening
  await comeBackTooLate(provider)
  expect(await provider.evaluate(() => window.opener)).toBeNull()
  await provider.getByRole('button', { name: 'Give everything it asks for' }).click()
  await expect(provider).toHaveURL(/\/dashboard\?tab=money/)
  await provider.close()
  await expect(step.getByText('Direct deposits are set up.', { exact: false })).toBeVisible()
}

/** S2-7.8: a link that is used or expired leads to our page, which continues with a new link by itself. */
async function comeBackTooLate(provider: Page) {
  const later = provider.getByRole('button', { name: 'Come back later' })
  await expect(later).toBeVisible()
  const used = provider.url()
  await later.click()
  await expect(provider.getByText('is not finished. You can continue at any time.')).toBeVisible()
  const asked = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<void>()
  await provider.route(`**${CALLS.createAccountLink}`, async (route) => {
    asked.resolve()
    await seen.promise
    await route.continue()
  })
  await provider.goto(used)
  await expect(provider).toHaveURL(/\/dashboard\?tab=money&deposits=again$/)
  await asked.promise
  await expect(provider.getByText('Going on to the payment provider')).toBeVisible()
  seen.resolve()
  await expect(later).toBeVisible()
  expect(provider.url()).not.toBe(used)
}

/**
 * D22 D101 S2-2.57 to S2-2.59: chooses payment by hand and the price 0, which counts as a price, and copies the
 * link to share.
 */
async function beFreeByHand(page: Page) {
  const payment = page.getByRole('dialog', { name: 'Payment setup' })
  await payment.getByText('Manual payouts').click()
  await payment.getByLabel('Payment app and your name there').fill('PayPal, ada@athletes.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  const step = page.getByRole('dialog', { name: 'Final steps' })
  await step.getByLabel('Price of a question').selectOption('0')
  await expect(step.getByText('/ask/adalund')).toBeVisible()
  await expect(step.getByText('/request/adalund')).toBeVisible()
  await step.getByRole('button', { name: 'Copy share link' }).click()
  await expect(step.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http:[^ ]+\/ask\/adalund$/)
  await step.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('You are set up. Share your link and fans can ask you.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/dashboard?tab=money')
  await expect(page.getByText('By hand, to “PayPal, ada@athletes.test”.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Sets a price where questions were free before. */
async function askPrice(page: Page) {
  await page.goto('/dashboard?tab=profile')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const price = page.getByLabel('Price of a question')
  await expect(price).toHaveValue('0')
  await price.selectOption('3500')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
}
