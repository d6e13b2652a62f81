import { expect, type Page } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn, signInByForm } from '../pages/sign-in.ts'
import { ASKER, Wizard } from '../pages/wizard.ts'

const TEXT = 'How do I keep my knees from caving in when the bar gets heavy?'

test('BR-2 a browser killed a moment after the last key keeps every letter, and a reload at once does too', {
  tag: '@draft-killed',
}, async ({ openDevice }) => {
  const device = await openDevice(PHONE)
  await device.goto('/ask/athlete')
  const wizard = new Wizard(device.page)
  await wizard.open()
  await wizard.dialog.getByLabel('Your question').pressSequentially(TEXT, { delay: 30 })
  // The time of one strict write to the device's disk, which no application can avoid.
  await device.page.waitForTimeout(300)
  await device.kill()
  await device.relaunch()
  await device.goto('/ask/athlete')
  const again = new Wizard(device.page)
  await again.resume()
  const field = again.dialog.getByLabel('Your question')
  await expect(field).toHaveValue(TEXT)
  await field.press('ControlOrMeta+End')
  await field.pressSequentially(' Really.')
  await device.page.reload()
  await again.resume()
  await expect(field).toHaveValue(`${TEXT} Really.`)
})

test('D98 a draft of another device is offered, and words of two devices both stay', {
  tag: '@draft-of-device',
}, async ({ visit, server }) => {
  const laptop = await visit(DESKTOP)
  await signIn(laptop, 'fan', server)
  await laptop.goto('/ask/athlete')
  const first = new Wizard(laptop)
  await first.open()
  const told = pushed(laptop)
  await first.writeQuestion('From the laptop', TEXT)
  await told

  const phone = await visit(PHONE)
  await signIn(phone, 'fan', server)
  await phone.goto('/ask/athlete')
  const second = new Wizard(phone)
  await second.open()
  await expect(phone.getByText('Saved on another device')).toBeVisible()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(second.dialog.getByLabel('Subject')).toHaveValue('From the laptop')
  await expect(second.dialog.getByLabel('Your question')).toHaveValue(TEXT)
})

test('a guest’s draft is offered after signing in, and goes on where it stopped', {
  tag: '@draft-of-guest',
}, async ({ visit, server }) => {
  const page = await visit(PHONE)
  await page.goto('/ask/sadiewren')
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.writeQuestion('As a guest', TEXT)
  await wizard.pause()
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill('fan@infield.test')
  await page.getByLabel('Your password').fill(server.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Continue your question to Sadie/ })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(wizard.dialog.getByLabel('Subject')).toHaveValue('As a guest')
})

test('a question that was sent is not offered at sign-in, though its page was left before it heard so', {
  tag: '@draft-sent',
}, async ({ visit, server }) => {
  const page = await visit(PHONE)
  await page.goto('/ask/noraquist')
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.goToReview('Sent as a guest', { ...ASKER, email: 'sent-as-guest@fans.test' })
  await wizard.enterCard()
  let isSent = false
  await page.route('**/sync/push', (route) => {
    isSent ||= (route.request().postData() ?? '').includes('question.ask')
    return route.continue()
  })
  await page.route('**/api/ask-status', (route) => (isSent ? undefined : route.continue()))
  const sent = pushed(page, 'question.ask')
  await wizard.submit.click()
  await sent
  await server.quiesce()
  await page.goto('/signin')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signInByForm(page, 'fan', server.password)
  await page.goto('/ask/noraquist')
  await wizard.open()
  await expect(wizard.dialog.getByLabel('Subject')).toHaveValue('')
})

/** Resolves when the server has answered a push that contains `what`. */
function pushed(page: Page, what = TEXT): Promise<unknown> {
  return page.waitForResponse(
    (response) =>
      response.url().endsWith('/sync/push') && (response.request().postData() ?? '').includes(what),
  )
}
