import { expect, type Request } from 'playwright/test'
import { openBooks } from '../books.ts'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectReadyForOffline, signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { Wizard } from '../pages/wizard.ts'

// This file runs last in a world whose clock another file moves afterwards.
test.use({ world: 'the clock moves' })

test('S1-4.14 "Hold and submit" pressed twice: one question, one hold', { tag: '@double-hold' }, async ({
  server,
  openDevice,
}) => {
  const subject = 'Pressed twice'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/noraquist')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.goToReview(subject)
  await wizard.enterCard()
  await wizard.submit.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(wizard.submitted).toBeVisible()
  await server.quiesce()
  const questions = await books.questions(subject)
  expect(questions).toHaveLength(1)
  expect((await books.money(questions[0]!.id)).charges).toHaveLength(1)
  await books.close()
})

test('S1-4.17 "Submit Request" pressed twice asks a free athlete once', { tag: '@double-free' }, async ({
  server,
  openDevice,
}) => {
  const subject = 'Free and pressed twice'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/sadiewren')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.goToReview(subject)
  await fan.page.getByRole('button', { name: 'Back' }).click()
  await wizard.expectStep(3)
  // The second tap falls where "Submit Request" comes to stand, and asks nothing that was not reviewed.
  const next = await fan.page.getByRole('button', { name: 'Next' }).boundingBox()
  await fan.page.mouse.dblclick(next!.x + next!.width / 2, next!.y + next!.height / 2)
  await wizard.expectStep(4)
  await expect(wizard.submit).toBeEnabled()
  await expect(wizard.submitted).toBeHidden()
  await wizard.submit.dblclick()
  await expect(wizard.submitted).toBeVisible()
  await server.quiesce()
  expect(await books.questions(subject)).toHaveLength(1)
  await books.close()
})

test('S1-4.20 the browser’s Back goes one step back, keeps what was entered, and forward asks once', {
  tag: '@double-back',
}, async ({ server, openDevice }) => {
  const subject = 'Back and forth'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/noraquist')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.goToReview(subject)
  await fan.page.goBack()
  await wizard.expectStep(3)
  await fan.page.goBack()
  await wizard.expectStep(2)
  await expect(wizard.dialog.getByLabel('City')).toHaveValue('Amman')
  await fan.page.goBack()
  await wizard.expectStep(1)
  await expect(wizard.dialog.getByLabel('Subject')).toHaveValue(subject)
  for (const step of [2, 3, 4] as const) {
    await wizard.next()
    await wizard.expectStep(step)
  }
  await wizard.enterCard()
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  await server.quiesce()
  const questions = await books.questions(subject)
  expect(questions).toHaveLength(1)
  const { holds } = await books.money(questions[0]!.id)
  expect(holds.filter(({ state }) => state === 'held')).toHaveLength(1)
  await books.close()
})

test('the same draft in a second tab: sent in one, the other says so instead of sending it again', {
  tag: '@double-tabs',
}, async ({ server, openDevice }) => {
  const subject = 'Two tabs'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/noraquist')
  const first = new Wizard(fan.page)
  await first.open()
  await first.goToReview(subject)
  await first.enterCard()
  await first.pause()
  const tab = await fan.context.newPage()
  await tab.goto('/ask/noraquist')
  const second = new Wizard(tab)
  await second.resume()
  await second.expectStep(4)
  await second.enterCard()

  await first.submit.click()
  await expect(first.submitted).toBeVisible()
  await second.submit.click()
  await expect(second.submitted).toBeVisible()
  await expect(second.submitted.getByText('was already sent', { exact: false })).toBeVisible()
  await server.quiesce()
  const questions = await books.questions(subject)
  expect(questions).toHaveLength(1)
  expect((await books.money(questions[0]!.id)).charges).toHaveLength(1)
  await books.close()
})

test('the browser is killed right after the card was confirmed: the question arrives once, and is not sent again', {
  tag: '@double-killed',
}, async ({ server, openDevice }) => {
  const subject = 'Killed at the card'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/noraquist')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.goToReview(subject)
  await expect(wizard.dialog.getByLabel('Card number')).toBeVisible()
  await wizard.pause()
  // Close in an orderly way, because a browser writes its cookies to disk only every half minute and when it
  // closes.
  await fan.close()
  await fan.relaunch()
  await fan.goto('/ask/noraquist')
  const resumed = new Wizard(fan.page)
  await resumed.resume()
  await resumed.enterCard()
  const killed = Promise.withResolvers<unknown>()
  await fan.page.route('**/dev/stripe/browser/confirm', (route) =>
    route
      .fetch(beside(fan, route.request()))
      .then(() => fan.kill())
      .then(killed.resolve, killed.reject),
  )
  await resumed.submit.click()
  await killed.promise
  await server.quiesce()
  await expect.poll(() => books.questions(subject)).toHaveLength(1)

  await fan.relaunch()
  await fan.goto('/ask/noraquist')
  const again = new Wizard(fan.page)
  await again.open()
  await expect(again.submitted.getByText('was already sent', { exact: false })).toBeVisible()
  const questions = await books.questions(subject)
  expect(questions).toHaveLength(1)
  expect((await books.money(questions[0]!.id)).charges).toHaveLength(1)
  await books.close()
})

test('S1-2.30 signing out with an unsent answer offers to stay; the answer is still there', {
  tag: '@double-sign-out',
}, async ({ server, openDevice }) => {
  const athlete = await openDevice(PHONE, 'athlete')
  await signIn(athlete.page, 'athlete', server)
  await expectReadyForOffline(athlete.page)
  const question = athlete.page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /Coming back from a stress fracture/ })
  await expect(question).toBeVisible()
  await question.click()
  const studio = new Studio(athlete.page)
  await studio.record(2_000)
  await athlete.goOffline()
  await studio.send()
  await athlete.page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await athlete.page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = athlete.page.getByRole('alertdialog', { name: 'Not everything has been sent' })
  await expect(dialog.getByText('1 video', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(athlete.page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await expect(athlete.page.getByText('Waiting for network')).toBeVisible()
})

/** The test reaches the server at another address than the browser, so replace the origin. */
function beside({ line }: Device, request: Request) {
  const url = request.url().replace(line.origin, line.address)
  return { url, headers: { ...request.headers(), origin: line.address } }
}
