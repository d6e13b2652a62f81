import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSession } from '../../api/session.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { show } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'
import { PayAgain } from './pay-again.tsx'

const pay = page.getByRole('button', { name: 'Pay $15' })
const unpaid = (clientSecret: string | null) => ({ isPaid: false, clientSecret })

/** Opens the form to pay again and fills in a card. Returns what the form calls once it is paid. */
async function openForm() {
  const onPaid = vi.fn(async () => {})
  await refreshSession()
  answer('payAgain', unpaid('first'))
  const question = answeredQuestion({ status: 'approved', payAgainUntil: Date.now() + 3_600_000 })
  show(<PayAgain question={question} token={'A'.repeat(43)} onPaid={onPaid} />)
  await page.getByRole('button', { name: 'Pay again' }).click()
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await expect.element(pay).toBeEnabled()
  return onPaid
}

test('D33 a confirmed card that could not be checked is not paid a second time, and is checked again by itself', async () => {
  answer('standInConfirm', { status: 'requires_capture' })
  const onPaid = await openForm()
  answer('payAgain', refused('payments-unreachable'))
  stopTimers(4_000)
  await pay.click()
  const waits = page.getByText('Your bank confirmed the card', { exact: false })
  await expect.element(waits).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pay again to watch it' })).toHaveFocus()
  await expect.element(page.getByText('Nothing was charged', { exact: false })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Pay', exact: false })).not.toBeInTheDocument()
  const asked = answer('payAgain', refused('payments-unreachable'))
  pass(5_000)
  await expect.poll(() => asked.length).toBe(1)
  await expect.element(waits).toBeVisible()
  answer('payAgain', { isPaid: true, clientSecret: null })
  await expect
    .poll(() => {
      pass(5_000)
      return onPaid.mock.calls.length
    })
    .toBe(1)
  await expect.element(waits).not.toBeInTheDocument()
})

test('D33 a card of which the bank approved only a part is followed by another one in the same form', async () => {
  const confirmed = answer('standInConfirm', { status: 'requires_capture' })
  const onPaid = await openForm()
  answer('payAgain', unpaid('second'))
  await pay.click()
  await expect.element(page.getByText('pay with another card', { exact: false })).toBeVisible()
  answer('payAgain', { isPaid: true, clientSecret: null })
  await pay.click()
  await expect.poll(() => onPaid.mock.calls.length).toBe(1)
  expect(confirmed.map(({ body }) => (body as { clientSecret: string }).clientSecret)).toEqual([
    'first',
    'second',
  ])
})

test('D30 D33 a card confirmed on the bank’s own page is not paid a second time either while it cannot be checked', async () => {
  const before = location.href
  onTestFinished(() => history.replaceState(history.state, '', before))
  const back = 'payment_intent=pi&payment_intent_client_secret=first&redirect_status=succeeded'
  history.replaceState(history.state, '', `${location.pathname}?${back}`)
  await refreshSession()
  answer('payAgain', refused('payments-unreachable'))
  const question = answeredQuestion({ status: 'approved', payAgainUntil: Date.now() + 3_600_000 })
  show(<PayAgain question={question} token={'A'.repeat(43)} onPaid={async () => {}} />)
  await expect.element(page.getByText('Do not pay again', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay', exact: false })).not.toBeInTheDocument()
})
