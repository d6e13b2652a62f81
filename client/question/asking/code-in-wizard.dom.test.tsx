import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate, settleEverything } from '../../testing/server.ts'

test('D27 a code for a part of the price is used in the wizard, and what is left is held; one refused is taken off', async () => {
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
  answer('prepareAsk', refused('discount-over'))
  replicate({})
  settleEverything()
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByLabelText('Subject', { exact: true }).fill('Starting blocks')
  await page.getByLabelText('Your question').fill('How far apart do you set them?')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
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
  await expect.element(page.getByText('This code is over. Continue with the full price')).toBeVisible()
  await expect.element(page.getByText('Use a discount code')).toBeVisible()
  await expect
    .element(page.getByRole('checkbox', { name: /^I understand that \$40 is only held/ }))
    .not.toBeChecked()
})
