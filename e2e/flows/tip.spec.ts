import { expect, type Page } from 'playwright/test'
import { openBooks } from '../books.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'

// A separate world, because this file answers a demo question that other files answer too.
test.use({ world: 'tips' })

test('S2-2.139 S2-4.29 S2-4.30 S2-5.40 S2-8.35 S2-8.48 a tip: an amount, a card that is refused, one that is not, once', {
  tag: '@way-tip',
}, async ({ server, visit, complaints }) => {
  // The stand-in declines a card with 402.
  complaints.expect(/status of 4\d\d/)
  const page = await visit(PHONE)
  await signIn(page, 'fan', server)
  await page.goto(await viewPathOf(page, 'First ten metres'))
  const pay = page.getByRole('button', { name: 'Pay $10' })
  const card = page.getByLabel('Card number')
  await page.getByText('$10', { exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(pay).toBeDisabled()
  await page.getByText('Fill it in').click()
  await card.fill('4000 0000 0000 0002')
  await expect(pay).toBeEnabled()
  await pay.click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await card.fill('4242 4242 4242 4242')
  await pay.dblclick()
  await expect(page.getByText('Payment successfully sent!').first()).toBeVisible()
  await expect(page.getByText(/^A tip of \$10 was charged on/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await page.goto('/dashboard?tab=money')
  await expect(page.getByText(/Tip for .* · Charged to your card/)).toHaveCount(1)
})

test('D33 a hold that ran out under an answer: the stand-in’s page lets it, the next card is declined, and one pays', {
  tag: '@way-paid-again',
}, async ({ server, visit, complaints }) => {
  // The stand-in declines a card with 402.
  complaints.expect(/status of 4\d\d/)
  const books = openBooks(server)
  const page = await visit(PHONE)
  await signIn(page, 'fan', server)
  const viewPath = await viewPathOf(page, SUBJECT)
  const intentId = await books.storeAnswer(SUBJECT)
  await page.goto('/dev/stripe')
  const expire = page.getByRole('button', { name: 'Let the hold expire' })
  await page.getByRole('listitem').filter({ hasText: intentId, has: expire }).getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Done.')
  await pressAndLoad(page, 'Decline the next card')
  await expect(page.getByRole('status')).toHaveText('Done.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

  await expect(async () => {
    await page.goto(viewPath)
    await expect(page.getByRole('heading', { name: 'Pay again to watch it' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await page.getByText('Fill it in').click()
  const pay = page.getByRole('button', { name: 'Pay $50' })
  await pay.click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Pay again to watch it' })).toBeHidden()
  await expect.poll(async () => (await books.questions(SUBJECT))[0]?.status).toBe('completed')
  const [question] = await books.questions(SUBJECT)
  const { holds, ledger } = await books.money(question?.id ?? '')
  expect(holds.map(({ state }) => state).sort()).toEqual(['captured', 'released'])
  expect(ledger.athlete_payable).toBe(-4_000)

  await page.goto('/dev/stripe')
  const charge = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Dispute' }) })
  await charge.first().getByRole('button', { name: 'Dispute' }).click()
  await expect(page.getByRole('button', { name: 'Lose' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('Done: dp_')
  // The bank's decision arrives a minute late, and later at once again.
  const told = page.getByRole('listitem').filter({ hasText: 'charge.dispute.closed' })
  await pressAndLoad(page, 'Webhooks a minute late, three times')
  await pressAndLoad(page, 'Lose')
  await server.quiesce()
  await page.reload()
  await expect(told).toHaveText(/not taken yet/)
  await server.advance(61_000)
  await page.reload()
  await expect(told).toHaveText(/: taken/)
  await pressAndLoad(page, 'Webhooks on time, once')
  await pressAndLoad(page, 'Win')
  await server.quiesce()
  await page.reload()
  await expect(told).toHaveText([/: taken/, /: taken/])
  await books.close()
})

/**
 * Presses a button of the stand-in's page and waits for the answer. Each button is a form, and pressing the next
 * one too early would cancel the request.
 */
async function pressAndLoad(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name }).click()
  await loaded
}

const SUBJECT = 'Stride pattern between hurdles'

/** Returns the path of one of the fan's own questions. */
function viewPathOf(page: Page, subject: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const { questions } = await (await fetch('/api/my-questions')).json()
    return questions.find((each: { subject: string }) => each.subject === wanted).viewPath
  }, subject)
}
