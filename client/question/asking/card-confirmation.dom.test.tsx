import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import type { Answers } from '../../testing/answers.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { emptyDraft, LAST_STEP } from './ask-draft.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines', priceCents: 2_000 })
const submit = page.getByRole('button', { name: 'Hold $20 and submit' })
const sending = page.getByRole('heading', { name: 'Sending your question' })
const again = page.getByText('The payment had to be set up again.', { exact: false })

/** Submits a question with a card, about which the bank says nothing before the test lets it. */
async function confirmCard() {
  const status: Answers['askStatus'] = {
    ...{ state: 'open', viewPath: null, correctableEmail: null, reason: null, hold: 'pending' },
    ...{ video: null, videoRefusal: null },
  }
  /** The test may let the server keep the answer back. */
  const looks = { promise: Promise.resolve() }
  answer('athlete', INES)
  const looked = answer('askStatus', async () => {
    await looks.promise
    return status
  })
  let holds = 0
  const prepares = answer('prepareAsk', ({ body }) => {
    const { questionId, amountCents } = (body as { ask: { questionId: string; amountCents: number } }).ask
    holds += 1
    const id = `hold ${holds}`
    const toPay = { clientSecret: id, paymentIntentId: id, hold: 'pending' } as const
    return { questionId, amountCents, firstTime: false, ...toPay }
  })
  const cancels = answer('cancelPaymentIntent', {})
  const pushes = settleEverything()
  const bank = Promise.withResolvers<Answers['standInConfirm']>()
  const confirms = answer('standInConfirm', () => bank.promise)
  const asker = { firstName: 'Ada', lastName: 'Berg', birthDate: '1996-04-12', countryCode: 'NO' }
  const draft = {
    ...emptyDraft(newId(), { ...asker, city: 'Bergen', email: 'ada@infield.test' }),
    ...{ subject: 'Blocks', text: 'How far apart?', confirmed: true, step: LAST_STEP },
  }
  const body = JSON.stringify(draft)
  await saveDraft(openDevice('guest'), { id: draft.questionId, athleteId: INES.id, body })
  const { router } = await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await submit.click()
  await expect.poll(() => confirms.length).toBe(1)
  return { status, looks, looked, bank, cancels, prepares, pushes, router }
}

test('S1-4.21 Back while the bank is asked cancels no card, and the question is asked', async () => {
  const { status, bank, cancels, pushes, router } = await confirmCard()
  router.history.back()
  await settled()
  await expect.element(page.getByLabelText('Card number')).toBeVisible()
  status.hold = 'held'
  bank.resolve({ status: 'requires_capture' })
  await expect.element(sending).toBeVisible()
  await expect.poll(() => pushedNames(pushes)).toContain('question.ask')
  expect(cancels).toEqual([])
})

test('S1-4.21 Back while the bank is asked cancels the payment once the bank has refused the card', async () => {
  const { bank, cancels, router } = await confirmCard()
  router.history.back()
  await settled()
  expect(cancels).toEqual([])
  bank.resolve({ status: 'requires_payment_method' })
  await expect.element(page.getByRole('heading', { name: 'Step 3 of 4' })).toBeInTheDocument()
  await expect.poll(() => cancels.length).toBe(1)
})

test('BR-2 a card whose payment another tab has let go is not called held, and is asked for again', async () => {
  const { status, bank, prepares, pushes } = await confirmCard()
  status.hold = 'releasing'
  bank.resolve({ status: 'requires_capture' })
  await expect.element(again).toBeVisible()
  await expect.element(sending).not.toBeInTheDocument()
  expect([prepares.length, pushedNames(pushes)]).toEqual([2, []])
})

test('S1-4.21 while the server is asked about a confirmed card, nothing is taken back, and the page is busy', async () => {
  const { status, looks, looked, bank, cancels, pushes } = await confirmCard()
  const answered = Promise.withResolvers<void>()
  looks.promise = answered.promise
  const before = looked.length
  status.hold = 'held'
  bank.resolve({ status: 'requires_capture' })
  await expect.poll(() => looked.length).toBe(before + 1)
  await settled()
  await expect.element(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled()
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  answered.resolve()
  await expect.element(sending).toBeVisible()
  await expect.poll(() => pushedNames(pushes)).toContain('question.ask')
  expect(cancels).toEqual([])
})
