import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskPayment, DeskRefund } from '../../../sync/desk/returns.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refuseEverything, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { PaymentsPart } from './payments-part.tsx'

const AT = Date.UTC(2026, 10, 3)
const OWED = { id: newId(), at: AT, amountCents: 1_000 }
const PAYMENT: DeskPayment = {
  ...{ id: newId(), of: 'answer', at: AT, paidCents: 2_500, leftCents: 2_500, onItsWayCents: 0 },
  ...{ athleteCents: 2_000, isDisputed: false, receipt: '2026-000001', creditNotes: [], owedRefunds: [OWED] },
}
const button = page.getByRole('button', { name: 'The refund of $10.00 was paid by hand' })
const dialog = page.getByRole('alertdialog')
const argsOf = (pushes: { body: unknown }[]) =>
  pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name, args }) => ({ name, args })))

test('M12 support records a refund that was paid by hand at its payment, and sees what it takes', async () => {
  const session = sessionOf('admin')
  answer('session', { ...session, person: session.person && { ...session.person, deskRole: 'support' } })
  answer('deskPayments', { payments: [PAYMENT] })
  const pushes = settleEverything()
  showAtDesk(<PaymentsPart questionId="q" online />)
  await expect.element(page.getByText('A refund of $10.00 did not reach the card')).toBeVisible()
  await button.click()
  await expect.element(dialog.getByText(/^\$8\.00 is taken from what the athlete is owed/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '$10.00 was paid' })).toBeDisabled()
  await dialog.getByLabelText('Reference').fill(' SEPA 7 ')
  answer('deskPayments', { payments: [{ ...PAYMENT, leftCents: 1_500, owedRefunds: [] }] })
  await dialog.getByRole('button', { name: '$10.00 was paid' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).not.toBeInTheDocument()
  expect(argsOf(pushes)).toEqual([
    { name: 'refund.by-hand', args: { refundId: OWED.id, reference: 'SEPA 7', leftCents: 2_500 } },
  ])
})

test('what was recorded in the meantime is said to be, and the list is looked at again', async () => {
  answer('session', sessionOf('admin'))
  const looks = answer('deskPayments', { payments: [PAYMENT] })
  refuseEverything('already-decided')
  showAtDesk(<PaymentsPart questionId="q" online />)
  await button.click()
  await dialog.getByLabelText('Reference').fill('SEPA 8')
  const before = looks.length
  await dialog.getByRole('button', { name: '$10.00 was paid' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => looks.length).toBeGreaterThan(before)
})

test('Money offers it at a refund that failed and is owed, and says how another one was paid', async () => {
  answer('session', sessionOf('admin'))
  const refund: DeskRefund = {
    ...{ id: newId(), at: AT, questionId: newId(), subject: 'My catch', fan: 'Kim Lee', chargeId: 'ch_1' },
    ...{ athlete: { id: newId(), username: 'rosa', name: 'Rosa' }, providerId: 're_1', of: 'answer' },
    ...{
      amountCents: 1_000,
      state: 'failed',
      reason: 'goodwill',
      error: null,
      byHand: null,
      owedOfCents: 2_500,
    },
  }
  const byHand = { at: AT, by: 'Ada Admin', reference: 'SEPA 7' }
  const paid = { ...refund, id: newId(), byHand, owedOfCents: null }
  answer('deskPayouts', {
    open: [],
    waiting: [],
    paid: [],
    holds: [],
    moreToDo: false,
    morePaid: false,
    now: AT,
  })
  answer('deskReturns', {
    ...{ refunds: [refund, paid], moreRefunds: false, disputes: [], moreDisputes: false, debts: [] },
    ...{ check: null, now: AT },
  })
  await openScreen('/admin?tab=money')
  await expect.element(button).toBeVisible()
  await expect
    .element(page.getByText('Paid from our bank: recorded by Ada Admin on Nov 3, 2026: SEPA 7'))
    .toBeVisible()
})
