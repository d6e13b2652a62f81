import { expect } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'

test('S2-2.139 S2-4.29 S2-4.30 S2-5.40 S2-8.35 S2-8.48 a tip: an amount, a card that is refused, one that is not, once', async ({
  server,
  visit,
  complaints,
}) => {
  // a declined card is answered 402 by the stand-in
  complaints.expect(/status of 4\d\d/)
  const page = await visit(PHONE)
  await signIn(page, 'fan', server.password)
  const viewPath = await page.evaluate(async () => {
    const { questions } = await (await fetch('/api/my-questions')).json()
    return questions.find((each: { answer: { state: string } | null }) => each.answer?.state === 'delivered')
      .viewPath
  })
  await page.goto(viewPath)
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
