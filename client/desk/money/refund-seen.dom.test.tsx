import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskPayment } from '../../../sync/desk/returns.ts'
import { newId } from '../../api/new-id.ts'
import { deskQuestion, ONE_NEW } from '../../testing/desk-question.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { PaymentsPart } from './payments-part.tsx'

const PAYMENT: DeskPayment = {
  id: newId(),
  of: 'answer',
  at: Date.UTC(2026, 10, 3),
  paidCents: 1_000,
  leftCents: 1_000,
  onItsWayCents: 0,
  athleteCents: 800,
  isDisputed: false,
  receipt: '2026-000001',
  creditNotes: [],
}

test('an accountant, who sees no requests, refunds a payment from its question in the ledger', async () => {
  const session = sessionOf('admin')
  answer('session', { ...session, person: session.person && { ...session.person, deskRole: 'accountant' } })
  const ledger = answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: PAYMENT.at })
  answer('deskPayments', { payments: [PAYMENT] })
  const pushes = settleEverything()
  await openScreen(`/admin?tab=money&view=ledger&question=${newId()}&from=2026-11-01&until=2026-11-30`)
  await page.getByRole('button', { name: 'Refund the answer of $10.00' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText('Amount').fill('3.50')
  const looks = ledger.length
  await dialog.getByRole('button', { name: 'Refund $3.50' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(pushedNames(pushes)).toEqual(['payment.refund'])
  await expect.poll(() => ledger.length).toBeGreaterThan(looks)
})

test('a charge on a request that ended is refunded from the request', async () => {
  const ended = deskQuestion({ status: 'athlete rejected', reason: 'no-answer', hold: 'captured' })
  answer('session', sessionOf('admin'))
  answer('deskQuestions', { rows: [], more: false, counts: ONE_NEW, now: PAYMENT.at })
  answer('deskCreators', { creators: [] })
  answer('deskQuestion', ended)
  answer('deskPayments', { payments: [PAYMENT] })
  await openScreen(`/admin?tab=requests&id=${ended.id}`)
  await expect.element(page.getByRole('button', { name: 'Refund the answer of $10.00' })).toBeVisible()
})

/** Stands for a request that the desk fetches again when the button is pressed. */
function Request() {
  const [looked, look] = useState({})
  return (
    <>
      <button type="button" onClick={() => look({})}>
        Look
      </button>
      <PaymentsPart questionId="q" online looked={looked} />
    </>
  )
}

test('the payments of a request are looked at again whenever it is', async () => {
  answer('deskPayments', { payments: [PAYMENT] })
  showAtDesk(<Request />)
  await expect.element(page.getByText('the athlete has $8.00')).toBeVisible()
  answer('deskPayments', { payments: [{ ...PAYMENT, leftCents: 650, athleteCents: 520 }] })
  await page.getByRole('button', { name: 'Look' }).click()
  await expect.element(page.getByText('the athlete has $5.20 · $3.50 went back')).toBeVisible()
})
