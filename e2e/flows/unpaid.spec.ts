import { expect } from 'playwright/test'
import { HOUR_MS, UNDO_MS } from '../../sync/limits.ts'
import { openBooks } from '../books.ts'
import { recordAnswer } from '../delivery.ts'
import { DESKTOP, type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Desk } from '../pages/desk.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { playVideo } from '../pages/video.ts'
import { Wizard } from '../pages/wizard.ts'
import type { Server } from '../server.ts'
import { readTakes } from '../takes.ts'

// A world of its own, because the clock moves.
test.use({ world: 'never paid for' })

const SUBJECT = 'Paid with an empty card'
/** A card whose hold succeeds and whose capture fails. */
const FAILS_LATER = '4000 0000 0000 0341'

test('D5 D33 the capture fails and nobody pays again: the answer waits for its athlete, who gives it for nothing', {
  tag: '@late-payment',
}, async ({ server, openDevice }) => {
  const books = openBooks(server)
  const question = async () => (await books.questions(SUBJECT))[0]!
  const fan = await openDevice(DESKTOP)
  const viewPath = await askWithEmptyCard(fan, server)
  const athlete = await openDevice(PHONE, 'athlete')
  const take = await recordAnswer(athlete, server, SUBJECT)
  await new Studio(athlete.page).send()
  await athlete.page.getByRole('link', { name: 'Back to your dashboard' }).click()
  const payAgain = fan.page.getByRole('heading', { name: 'Pay again to watch it' })
  await expect(async () => {
    await server.quiesce()
    await fan.goto(viewPath)
    await expect(payAgain).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  const { id } = await question()
  expect(await books.answers(id)).toMatchObject([{ state: 'stored', mediaId: take.id }])
  await expect(fan.page.locator('iframe')).toHaveCount(0)

  await server.advance(72 * HOUR_MS + 60_000)
  expect(await question()).toMatchObject({ status: 'athlete rejected', reason: 'payment-lapsed' })
  const outbox = athlete.page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('The payment could not be collected.')).toBeVisible()
  expect(await readTakes(athlete.page)).toMatchObject([{ state: 'refused', sha256: take.sha256 }])
  await outbox.getByRole('button', { name: 'Send as a free answer' }).click()
  await outbox.getByRole('button', { name: 'Send for free' }).click()
  // The line is folded under the number of answers delivered in the last day.
  const delivered = outbox.locator('article', { hasText: SUBJECT }).getByText('Delivered', { exact: true })
  await expect(delivered).toHaveCount(1, { timeout: 60_000 })
  await expect.poll(() => readTakes(athlete.page)).toEqual([])

  expect([await question(), await books.answers(id)]).toMatchObject([
    { status: 'completed', hold: 'none' },
    [{ state: 'delivered', mediaId: take.id }],
  ])
  const { charges, ledger } = await books.money(id)
  expect([charges, ledger]).toEqual([[], {}])
  await fan.goto(viewPath)
  await playVideo(fan.page.frameLocator('iframe'))
  await expect(payAgain).toBeHidden()
  await books.close()
})

/** Asks a question that an admin approves. Returns the path of the fan's page. */
async function askWithEmptyCard(fan: Device, server: Server): Promise<string> {
  await fan.goto('/ask/athlete')
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.goToReview(SUBJECT)
  await wizard.enterCard(FAILS_LATER)
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  const viewPath = (await wizard.followLink.getAttribute('href')) ?? ''
  await signIn(fan.page, 'admin', server)
  const desk = new Desk(fan.page)
  await desk.choose(SUBJECT)
  await desk.approve()
  await server.advance(UNDO_MS)
  return viewPath
}
