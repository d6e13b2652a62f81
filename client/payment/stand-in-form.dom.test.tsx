import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { settled, show } from '../testing/open-screen.tsx'
import { answer } from '../testing/server.ts'
import type { CardFormProps } from './card-seam.tsx'
import { StandInForm } from './stand-in-form.tsx'

test('an empty card form says what is to be typed, before anything is waited for or asked', async () => {
  const asked = answer('standInConfirm', { status: 'requires_capture' })
  const [beforeConfirm, onConfirmed] = [vi.fn(async () => true), vi.fn(async () => {})]
  show(
    <>
      <StandInForm
        formId="card"
        amountCents={1_500}
        clientSecret="secret"
        payments={{ mode: 'stand-in' }}
        beforeConfirm={beforeConfirm}
        onBusy={() => {}}
        onConfirmed={onConfirmed}
      />
      <p style={{ height: '150vh' }} />
      <button type="submit" form="card">
        Hold it
      </button>
    </>,
  )
  const hold = page.getByRole('button', { name: 'Hold it' })
  await hold.click()
  const missing = page.getByText('Enter the card number, expiry date and security code of your card.')
  await expect.element(missing).toBeInViewport()
  await hold.click()
  await expect.element(missing).toBeInViewport()
  await page.getByLabelText('Card number').fill('4242 4242 4242 4242')
  await hold.click()
  await expect.element(page.getByText('Enter the expiry date and security code of your card.')).toBeVisible()
  expect([beforeConfirm.mock.calls.length, asked.length]).toEqual([0, 0])
  await page.getByLabelText('Expiry date').fill('12/2034')
  await page.getByLabelText('Security code').fill('123')
  await hold.click()
  await expect.poll(() => onConfirmed.mock.calls.length).toBe(1)
  expect(asked[0]?.body).toMatchObject({ card: { exp: '12 / 34' } })
})

test('a form that is still shown after its confirmation can be submitted again, and not while that is looked at', async () => {
  const asked = answer('standInConfirm', { status: 'requires_capture' })
  const looked = Promise.withResolvers<void>()
  const onConfirmed = vi.fn(() => looked.promise)
  show(<TwoPayments onConfirmed={onConfirmed} />)
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await pay.click()
  await expect.poll(() => onConfirmed.mock.calls.length).toBe(1)
  await pay.click()
  await page.getByRole('button', { name: 'Another payment' }).click()
  looked.resolve()
  await settled()
  await pay.click()
  await expect.poll(() => onConfirmed.mock.calls.length).toBe(2)
  expect(asked.map(({ body }) => (body as { clientSecret: string }).clientSecret)).toEqual([
    'first',
    'second',
  ])
})

/** Renders the form for a payment, and a button that puts another payment in its place. */
function TwoPayments({ onConfirmed }: Pick<CardFormProps, 'onConfirmed'>) {
  const [clientSecret, setClientSecret] = useState('first')
  return (
    <>
      <StandInForm
        formId="card"
        amountCents={1_500}
        clientSecret={clientSecret}
        payments={{ mode: 'stand-in' }}
        beforeConfirm={async () => true}
        onBusy={() => {}}
        onConfirmed={onConfirmed}
      />
      <button type="submit" form="card">
        Pay
      </button>
      <button type="button" onClick={() => setClientSecret('second')}>
        Another payment
      </button>
    </>
  )
}
