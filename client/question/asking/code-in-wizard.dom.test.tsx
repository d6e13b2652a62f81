import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate, settleEverything } from '../../testing/server.ts'

/** Opens the wizard for Ines, whose price is $40, at the payment. */
async function openPayment() {
  answer('session', sessionOf('basic'))
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines', priceCents: 4_000, promo: false }))
  answer('myQuestions', { questions: [], now: Date.now() })
  answer('checkExistingUser', {
    conversationId: 'c',
    requesterUuid: 'r',
    firstTime: false,
    floorCents: 4_000,
  })
  answer('checkDiscount', { discount: { off: 'percent', value: 25 } })
  replicate({})
  settleEverything()
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByLabelText('Subject', { exact: true }).fill('Starting blocks')
  await page.getByLabelText('Your question').fill('How far apart do you set them?')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
}

test('D27 a code that was typed and not applied holds the wizard, so that nobody pays the full price by mistake', async () => {
  const prepared = answer('prepareAsk', refused('discount-over'))
  await openPayment()
  await page.getByText('Use a discount code').click()
  await page.getByLabelText('Discount code').fill('summer')
  await page.getByRole('checkbox', { name: /^I understand that \$40 is only held/ }).click()
  await page.getByText('Use a discount code').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText(/This code is not applied yet/)).toBeVisible()
  expect(prepared).toEqual([])
  await page.getByLabelText('Discount code').fill('')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => prepared.length).toBe(1)
})

test('D27 a code for a part of the price is used in the wizard, and what is left is held; one refused is taken off', async () => {
  answer('prepareAsk', refused('discount-over'))
  await openPayment()
  await page.getByText('Use a discount code').click()
  await page.getByLabelText('Discount code').fill('summer')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(page.getByText('summer takes $10 off.')).toBeVisible()
  await expect.element(page.getByText('$30 instead of $40')).toBeVisible()
  await page.getByLabelText('Offer more than the price').click()
  await page.getByLabelText('Your offer').fill('45')
  await expect
    .element(page.getByText('summer takes $10 off the price. You pay what you offer.'))
    .toBeVisible()
  expect(page.getByText('instead of').elements()).toEqual([])
  await page.getByLabelText('Offer more than the price').click()
  await page.getByRole('checkbox', { name: /^I understand that \$30 is only held/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect
    .element(page.getByText('This code has expired or has been used up. Continue with the full price'))
    .toBeVisible()
  await expect.element(page.getByText('Use a discount code')).toBeVisible()
  await expect
    .element(page.getByRole('checkbox', { name: /^I understand that \$40 is only held/ }))
    .not.toBeChecked()
})
