import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskPayment } from '../../../sync/desk/returns.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
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
  expect((pushes[0]?.body as PushRequest | undefined)?.intents[0]?.args).toMatchObject({
    amountCents: 350,
    leftCents: 1_000,
  })
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

/** Shows a request whose refunds the server answers with `takes`, and returns what each refund said was left. */
function refunding(takes: (push: PushRequest) => PushAnswer | Response) {
  answer('session', sessionOf('admin'))
  answer('deskPayments', { payments: [PAYMENT] })
  const pushes = answer('push', ({ body }) => takes(body as PushRequest))
  showAtDesk(<Request />)
  return () => pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ args }) => args as object))
}

const changed = ({ intents }: PushRequest): PushAnswer => ({
  outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal: { code: 'changed-meanwhile' } })),
})
const halfWentBack = () => answer('deskPayments', { payments: [{ ...PAYMENT, leftCents: 500 }] })
const dialog = page.getByRole('alertdialog')

test('a look under an open refund does not count as seen; after a refusal the admin decides anew', async () => {
  const refunds = refunding(changed)
  await page.getByRole('button', { name: 'Refund the answer of $10.00' }).click()
  await dialog.getByLabelText('Amount').fill('5')
  halfWentBack()
  ;(page.getByRole('button', { name: 'Look', includeHidden: true }).element() as HTMLElement).click()
  await expect.element(dialog.getByText('$5.00 at most.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect.poll(refunds).toMatchObject([{ leftCents: 1_000 }])
  await expect.element(dialog.getByRole('button', { name: 'Refund $5.00' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect.poll(refunds).toMatchObject([{ leftCents: 1_000 }, { leftCents: 500 }])
})

test('a refund whose answer was lost says what was left before it, whatever reason it is tried again for', async () => {
  const refunds = refunding(() => new Response(null, { status: 502 }))
  await page.getByRole('button', { name: 'Refund the answer of $10.00' }).click()
  await dialog.getByLabelText('Amount').fill('5')
  halfWentBack()
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect.element(dialog.getByText('$5.00 at most.')).toBeVisible()
  await dialog.getByLabelText('Reason').selectOptions('goodwill')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect.poll(() => refunds().length).toBe(2)
  expect(refunds()[1]).toMatchObject({ reason: 'goodwill', leftCents: 1_000 })
})

test('the same refund tried again from another look keeps its id', async () => {
  const refunds = refunding(() => new Response(null, { status: 502 }))
  const tryIt = async () => {
    await page.getByRole('button', { name: 'Refund the answer of $10.00' }).click()
    await dialog.getByLabelText('Amount').fill('4')
    await dialog.getByRole('button', { name: 'Refund $4.00' }).click()
  }
  await tryIt()
  await expect.poll(() => refunds().length).toBe(1)
  halfWentBack()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Look' }).click()
  await expect.element(page.getByText('$5.00 went back')).toBeVisible()
  await tryIt()
  await expect.poll(() => refunds().length).toBe(2)
  const [first, second] = refunds()
  expect(second).toEqual({ ...first, leftCents: 500 })
})
