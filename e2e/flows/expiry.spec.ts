import { expect } from 'playwright/test'
import { HOUR_MS, LOOSE_BYTES_MS, UNDO_MS } from '../../sync/limits.ts'
import { openBooks } from '../books.ts'
import { recordAnswer } from '../delivery.ts'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Desk } from '../pages/desk.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { Wizard } from '../pages/wizard.ts'
import { readTakes } from '../takes.ts'

test.use({ world: 'the clock moves' })

// The demo's questions are open until the clock moves.
test('D5 announced in time, the video misses the day of grace: it says so, waits for its athlete, and is given', {
  tag: '@late-video',
}, async ({ server, openDevice }) => {
  const subject = 'Is this start any good?'
  const athlete = await openDevice(PHONE, 'athlete')
  const take = await recordAnswer(athlete, server, subject)
  const books = openBooks(server)
  const question = async () => (await books.questions(subject))[0]
  athlete.line.rate(40_000)
  await new Studio(athlete.page).send()
  // The upload starts once the answer is announced.
  await expect.poll(() => athlete.line.sent.length).toBeGreaterThan(0)
  await athlete.goOffline()
  await athlete.page.getByRole('link', { name: 'Back to your dashboard' }).click()
  const outbox = athlete.page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('Waiting for network')).toBeVisible()
  await server.advance((72 + 24) * HOUR_MS + 60_000)
  expect(await question()).toMatchObject({ status: 'athlete rejected', reason: 'no-answer' })

  athlete.line.rate(null)
  await athlete.goOnline()
  await expect(outbox.getByText('The time to answer ran out. The fan is not charged.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(outbox.getByText('You decide what happens to it.', { exact: false })).toBeVisible()
  expect(await readTakes(athlete.page)).toMatchObject([{ state: 'refused', sha256: take.sha256 }])
  await outbox.getByRole('button', { name: 'Send as a free answer' }).click()
  await outbox.getByRole('button', { name: 'Send for free' }).click()
  // The line is folded under the number of answers delivered in the last day.
  const delivered = outbox.locator('article', { hasText: subject }).getByText('Delivered', { exact: true })
  await expect(delivered).toHaveCount(1, { timeout: 60_000 })
  await expect.poll(() => readTakes(athlete.page)).toEqual([])
  const { id, status } = (await question())!
  expect([status, await books.answers(id)]).toMatchObject(['completed', [{ mediaId: take.id }]])
  expect((await books.video(take.id)).originalSha256).toBe(take.sha256)
  await books.close()
})

test('S1-1.22 D5 not answered within 72 hours: expired, the hold released, and the fan is told so', {
  tag: '@late-answer',
}, async ({ server, openDevice }) => {
  const subject = 'Nobody answers this'
  const books = openBooks(server)
  const fan = await openDevice()
  const admin = await openDevice(DESKTOP)
  const viewPath = await ask(new Wizard(fan.page), () => fan.goto('/ask/athlete'), subject)

  await signIn(admin.page, 'admin', server)
  const desk = new Desk(admin.page)
  await desk.choose(subject)
  await desk.approve()
  await server.advance(UNDO_MS)
  await expect.poll(async () => (await books.questions(subject))[0]?.status).toBe('approved')
  await fan.goto(viewPath)
  await expect(fan.page.getByRole('heading', { name: 'With Rosa', level: 1 })).toBeVisible()
  await expect(fan.page.getByText('$50 is held on your card, not charged.')).toBeVisible()

  await server.advance(72 * HOUR_MS + 60_000)
  await fan.goto(viewPath)
  await expect(fan.page.getByRole('heading', { name: 'Not answered', level: 1 })).toBeVisible()
  await expect(fan.page.getByText('The hold of $50 was released', { exact: false })).toBeVisible()
  const [question] = await books.questions(subject)
  expect(question).toMatchObject({ status: 'athlete rejected', reason: 'no-answer' })
  expect((await books.money(question!.id)).holds).toEqual([{ state: 'released', amountCents: 5_000 }])
  const mail = (await server.mails()).find((each) => each.subject === 'No answer from Rosa in time')
  expect(mail?.text).toContain('You were not charged.')
  await books.close()
})

test('D4 not screened within 48 hours: given back, the hold released, and the fan is told so', {
  tag: '@late-screening',
}, async ({ server, openDevice }) => {
  const subject = 'Nobody screens this'
  const books = openBooks(server)
  const fan = await openDevice()
  const viewPath = await ask(new Wizard(fan.page), () => fan.goto('/ask/noraquist'), subject)
  await fan.goto(viewPath)
  await expect(fan.page.getByRole('heading', { name: 'Being screened', level: 1 })).toBeVisible()

  await server.advance(48 * HOUR_MS + 60_000)
  await fan.goto(viewPath)
  await expect(fan.page.getByRole('heading', { name: 'Not screened in time', level: 1 })).toBeVisible()
  await expect(fan.page.getByText('That is our fault.', { exact: false })).toBeVisible()
  await expect(fan.page.getByText('The hold of $15 was released', { exact: false })).toBeVisible()
  const [question] = await books.questions(subject)
  expect(question).toMatchObject({ status: 'rejected', reason: 'screening-limit' })
  await books.close()
})

test('D96 a question whose video never arrived is given back with it: it goes on from the review, and arrives whole', {
  tag: '@late-question-video',
}, async ({ server, openDevice, complaints }) => {
  // A resumed upload is answered that the server no longer expects it.
  complaints.expect(/status of 404 \(Not Found\) \(\S+\/files/)
  const subject = 'Cut off for a week'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto('/ask/sadiewren')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.recordQuestion(subject, 2_000)
  await wizard.next()
  await wizard.tellWhoAsks()
  await wizard.next()
  await wizard.next()
  await wizard.expectStep(4)
  const [take] = await readTakes(fan.page)
  fan.line.rate(20_000)
  await wizard.submit.click()
  await expect.poll(() => fan.line.sent.length).toBeGreaterThan(0)
  await fan.goOffline()
  await fan.close()
  await server.advance(LOOSE_BYTES_MS + HOUR_MS)
  const mail = (await server.mails()).find(({ text }) => text.includes('its video never arrived'))
  expect(mail).toBeDefined()

  fan.line.rate(null)
  await fan.relaunch()
  await fan.goOnline()
  await fan.goto('/ask/sadiewren')
  const resumed = new Wizard(fan.page)
  await resumed.resume()
  await expect(fan.page.getByText('Your video never arrived whole.', { exact: false })).toBeVisible()
  await fan.page.getByRole('button', { name: 'Continue with my question' }).dblclick()
  // The video exists once, under its new id, although the button was pressed twice.
  await expect.poll(() => readTakes(fan.page)).toMatchObject([{ sha256: take!.sha256, state: 'kept' }])
  await resumed.expectStep(4)
  const [again] = await readTakes(fan.page)
  await resumed.submit.click()
  await expect(resumed.submitted).toBeVisible({ timeout: 60_000 })
  const [question, ...more] = await books.questions(subject)
  expect(more).toEqual([])
  expect(question).toMatchObject({ status: 'new' })
  expect(again!.id).not.toBe(take!.id)
  expect((await books.video(again!.id)).originalSha256).toBe(take!.sha256)
  await books.close()
})

async function ask(wizard: Wizard, goto: () => Promise<void>, subject: string): Promise<string> {
  await goto()
  await wizard.open()
  await wizard.goToReview(subject)
  await wizard.enterCard()
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  return (await wizard.followLink.getAttribute('href')) ?? ''
}
