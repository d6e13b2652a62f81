import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskPayment } from '../../../sync/desk/returns.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { PaymentsPart } from './payments-part.tsx'

const paymentOf = (said: Partial<DeskPayment> = {}): DeskPayment => ({
  id: newId(),
  of: 'answer',
  at: Date.UTC(2026, 10, 27, 12),
  paidCents: 2_000,
  leftCents: 2_000,
  onItsWayCents: 0,
  athleteCents: 1_600,
  isDisputed: false,
  receipt: null,
  creditNotes: [],
  ...said,
})

/** Opens the refund dialog for a payment, with a server that answers pushes with `takes`. */
async function opened(payment: DeskPayment, takes: (push: PushRequest) => PushAnswer | Response) {
  answer('session', sessionOf('admin'))
  await refreshSession()
  let listed = payment
  answer('deskPayments', () => ({ payments: [listed] }))
  const pushes = answer('push', ({ body }) => takes(body as PushRequest))
  showAtDesk(
    <>
      <PaymentsPart questionId={newId()} online />
      <ToastRegion />
    </>,
  )
  await page.getByRole('button', { name: 'Refund the answer of $20.00' }).click()
  const refunds = () => pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ args }) => args))
  const becomes = (said: Partial<DeskPayment>) => {
    listed = { ...payment, ...said }
  }
  return { refunds, becomes, dialog: page.getByRole('alertdialog') }
}

const settled = ({ intents }: PushRequest): PushAnswer => ({
  outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })),
})

test('a refund whose answer was lost is not said to be undone, and pressed again it is the same one', async () => {
  let isLost = true
  const { refunds, dialog } = await opened(paymentOf(), (push) =>
    isLost ? new Response(null, { status: 502 }) : settled(push),
  )
  await dialog.getByLabelText('Amount').fill('5')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect.element(page.getByText(/this may have been done already/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Refund the answer of $20.00' }).click()
  isLost = false
  await dialog.getByLabelText('Amount').fill('5')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect
    .element(page.getByText('The refund is ordered. The payment shows what became of it.'))
    .toBeVisible()
  const [first, second] = refunds()
  expect(second).toEqual(first)
})

test('a refund that is refused shows what is left of the payment now', async () => {
  const { becomes, dialog } = await opened(paymentOf(), ({ intents }) => ({
    outcomes: intents.map(({ id }) => ({
      id,
      state: 'refused',
      refusal: { code: 'refund-too-high', detail: { leftCents: 500 } },
    })),
  }))
  await expect.element(dialog.getByText('$20.00 at most.')).toBeVisible()
  becomes({ leftCents: 500 })
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
  await expect.element(dialog.getByText('$5.00 at most.')).toBeVisible()
})

test('a refund that is on its way has not gone back yet', async () => {
  answer('deskPayments', { payments: [paymentOf({ leftCents: 1_200, onItsWayCents: 500 })] })
  showAtDesk(<PaymentsPart questionId={newId()} online />)
  await expect.element(page.getByText('$5.00 is on its way back · $3.00 went back')).toBeVisible()
})
