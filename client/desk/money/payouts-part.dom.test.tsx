import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskPayout, DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { getSession, refreshSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { onTold } from '../../ui/toasts.ts'
import { PayoutsPart } from './payouts-part.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)

const payoutOf = (said: Partial<DeskPayout> = {}): DeskPayout => ({
  id: newId(),
  personId: newId(),
  username: 'priyanair',
  name: 'Priya Nair',
  email: 'priya@infield.test',
  handle: '@priya',
  period: 'fortnight to 2026-11-23',
  amountCents: 16_006,
  returnedCents: 0,
  disputedCents: 0,
  way: 'manual',
  why: 'chosen',
  state: 'ordered',
  isHeld: false,
  isAtProvider: false,
  isClosed: false,
  begunBy: null,
  paidBy: null,
  cancelledBy: null,
  cancelReason: null,
  setbacks: [],
  reference: null,
  orderedAt: NOW,
  paidAt: null,
  cancelledAt: null,
  ...said,
})

const listOf = (said: Partial<DeskPayoutsAnswer>): DeskPayoutsAnswer => ({
  open: [],
  waiting: [],
  paid: [],
  moreToDo: false,
  morePaid: false,
  holds: [],
  now: NOW,
  ...said,
})

/**
 * Shows the payouts of the desk. `done` returns the intents that the desk has pushed, `toasts` what the admin was
 * told.
 */
async function opened(list: Partial<DeskPayoutsAnswer>, references: Record<string, string> = {}) {
  answer('session', sessionOf('admin'))
  await refreshSession()
  const rows = Object.entries(references).map(([of, value]) => ({ key: `desk-reference ${of}`, value }))
  await openDevice(getSession().account).settings.bulkPut(rows)
  const lists = answer('deskPayouts', listOf(list))
  const pushes = settleEverything()
  const told: string[] = []
  onTestFinished(onTold(({ text }) => told.push(text)))
  showAtDesk(<PayoutsPart />)
  await expect.element(page.getByRole('heading', { name: 'Payouts', exact: true })).toBeVisible()
  const done = () =>
    pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name, args }) => ({ name, args })))
  return { lists, done, toasts: () => told }
}

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

test('S2-1.9 paying by hand asks first, at the amount that is shown, and says what went back of it', async () => {
  const payout = payoutOf({ amountCents: 12_000, returnedCents: 4_006 })
  const { done } = await opened({ open: [payout] })
  await expect
    .element(page.getByText('$40.06 less than ordered: it has gone back to fans since.'))
    .toBeVisible()
  await press('Pay by hand: $120.00 to Priya Nair')
  await expect.element(page.getByRole('alertdialog', { name: 'Pay Priya Nair by hand?' })).toBeVisible()
  expect(done()).toEqual([])
  await press('Not now')
  await press('Pay by hand: $120.00 to Priya Nair')
  await press('I will pay $120.00')
  await expect
    .poll(done)
    .toEqual([{ name: 'payout.begin', args: { payoutId: payout.id, amountCents: 12_000, handle: '@priya' } }])
})

test('confirming names the handle that the payout was begun at', async () => {
  await opened({ open: [payoutOf({ state: 'begun', begunBy: 'Ida Admin', handle: '@then' })] })
  await press('Confirm payment of $160.06 to Priya Nair')
  await expect
    .element(page.getByRole('alertdialog').getByText('$160.06 to @then.', { exact: false }))
    .toBeVisible()
})

test('everybody’s payouts are held for a reason, and resumed for one', async () => {
  const { done } = await opened({})
  await press('Hold all payouts')
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByRole('button', { name: 'Hold all payouts' })).toBeDisabled()
  await userEvent.fill(dialog.getByLabelText('Reason'), 'A stolen account')
  await dialog.getByRole('button', { name: 'Hold all payouts' }).click()
  await expect.poll(done).toEqual([
    {
      name: 'payouts.hold',
      args: { holdId: expect.any(String), personId: null, reason: 'A stolen account' },
    },
  ])
})

test('what is held says so, cannot be paid, and can be resumed or cancelled', async () => {
  const payout = payoutOf({ isHeld: true })
  const hold = {
    id: newId(),
    personId: payout.personId,
    name: payout.name,
    username: payout.username,
    reason: 'Fans complain',
    heldBy: 'Ida Admin',
    heldAt: NOW,
    owedCents: 2_000,
  }
  const { done } = await opened({ open: [payout], holds: [hold] })
  await expect
    .element(page.getByText(/Payouts to Priya Nair @priyanair are held, \$20\.00 owed/))
    .toBeVisible()
  await expect.element(page.getByText('Fans complain')).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay / }).elements()).toEqual([])
  await press('Resume payouts to Priya Nair')
  await userEvent.fill(page.getByRole('alertdialog').getByLabelText('Reason'), 'All is well')
  await press('Resume payouts')
  await expect
    .poll(done)
    .toEqual([{ name: 'payouts.resume', args: { holdId: hold.id, reason: 'All is well' } }])
  await press('Cancel payout of $160.06 to Priya Nair')
  await userEvent.fill(page.getByRole('alertdialog').getByLabelText('Reason'), 'Ordered by mistake')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payout' }).click()
  await expect
    .poll(() => done().at(-1))
    .toEqual({ name: 'payout.cancel', args: { payoutId: payout.id, reason: 'Ordered by mistake' } })
})

test('the last payout of an athlete who was erased cannot be cancelled, but held, as any that waits', async () => {
  const last = payoutOf({ name: 'Former member', username: null, isLast: true })
  const { done } = await opened({ open: [last], waiting: [payoutOf({ way: 'transfer', why: null })] })
  await expect.element(page.getByRole('button', { name: 'Hold payouts to Priya Nair' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Cancel payout .* to Former member/ }).elements()).toEqual([])
  await press('Hold payouts to Former member')
  const dialog = page.getByRole('alertdialog')
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Whose account is it?')
  await dialog.getByRole('button', { name: 'Hold payouts' }).click()
  const args = { holdId: expect.any(String), personId: last.personId, reason: 'Whose account is it?' }
  await expect.poll(done).toEqual([{ name: 'payouts.hold', args }])
})

test('a transfer that waits can be cancelled, and what was cancelled says by whom and why', async () => {
  await opened({
    waiting: [payoutOf({ way: 'transfer', why: null })],
    paid: [
      payoutOf({ state: 'cancelled', cancelledAt: NOW, cancelledBy: 'Ida Admin', cancelReason: 'twice' }),
      payoutOf({ state: 'cancelled', cancelledAt: NOW, amountCents: 0, disputedCents: 16_006 }),
    ],
  })
  await expect.element(page.getByText('Waits for our balance or their account')).toBeVisible()
  await page.getByText('Recently paid or cancelled (2)').click()
  await expect.element(page.getByText(/by Ida Admin: twice/)).toBeVisible()
  await expect.element(page.getByText(/nothing was left to pay/)).toBeVisible()
})

test('a transfer that the provider has not confirmed waits there, and cannot be cancelled', async () => {
  await opened({ waiting: [payoutOf({ way: 'transfer', why: null, isAtProvider: true })] })
  await expect.element(page.getByText('At the provider, not confirmed yet')).toBeVisible()
  expect(page.getByText('No payout is waiting.', { exact: false }).elements()).toEqual([])
  expect(page.getByText('Waits for our balance or their account').elements()).toEqual([])
  expect(page.getByRole('button', { name: /^Cancel payout of/ }).elements()).toEqual([])
})

test('a payment that somebody else confirmed meanwhile no longer waits to be confirmed', async () => {
  const payout = payoutOf({ state: 'begun', begunBy: 'Ida Admin' })
  await opened({ open: [payout] })
  answer(
    'push',
    ({ body }): PushAnswer => ({
      outcomes: (body as PushRequest).intents.map(({ id }) => ({
        id,
        state: 'refused',
        refusal: { code: 'already-decided' },
      })),
    }),
  )
  answer('deskPayouts', listOf({ paid: [payoutOf({ state: 'paid', paidAt: NOW, paidBy: 'Bo Other' })] }))
  await press('Confirm payment of $160.06 to Priya Nair')
  await userEvent.fill(page.getByLabelText('Reference'), 'V-17')
  await press('$160.06 was paid')
  await expect.element(page.getByText('No payout is waiting.', { exact: false })).toBeVisible()
})

test('a payout that was begun and not paid is said to be so, for a reason', async () => {
  const payout = payoutOf({ state: 'begun', begunBy: 'Ida Admin', begunAt: NOW, handle: '@typo' })
  const { done, toasts } = await opened({ open: [payout] })
  await press('It was not paid: $160.06 to Priya Nair')
  const dialog = page.getByRole('alertdialog', { name: 'Was Priya Nair not paid?' })
  await expect.element(dialog.getByRole('button', { name: 'It was not paid' })).toBeDisabled()
  await userEvent.fill(dialog.getByLabelText('Reason'), 'No such handle')
  await dialog.getByRole('button', { name: 'It was not paid' }).click()
  await expect
    .poll(done)
    .toEqual([{ name: 'payout.fail', args: { payoutId: payout.id, reason: 'No such handle', begunAt: NOW } }])
  // a server of before does not say how much is left
  await expect.poll(toasts).toEqual(['It waits to be paid again.'])
  answer(
    'push',
    ({ body }): PushAnswer => ({
      outcomes: (body as PushRequest).intents.map(({ id }) => ({
        id,
        state: 'settled',
        value: { leftCents: 0 },
      })),
    }),
  )
  await press('It was not paid: $160.06 to Priya Nair')
  await userEvent.fill(dialog.getByLabelText('Reason'), 'No such handle')
  await dialog.getByRole('button', { name: 'It was not paid' }).click()
  await expect.poll(() => toasts().at(-1)).toMatch(/^Nothing is left of it: /)
})

test('a confirmation of an attempt that was set back and begun again books nothing, and shows its reference until it is removed', async () => {
  const begun = { state: 'begun', begunBy: 'Ida Admin', begunAt: NOW, handle: '@typo' } as const
  const payout = payoutOf(begun)
  const { toasts } = await opened({ open: [payout] })
  await press('Confirm payment of $160.06 to Priya Nair')
  await userEvent.fill(page.getByLabelText('Reference'), 'V-17')
  const again = { ...payout, amountCents: 12_000, begunAt: NOW + 1_000, handle: '@right' }
  const sent: unknown[] = []
  answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    sent.push(...intents.map(({ args }) => args))
    const refusal = { code: 'payout-changed' } as const
    return { outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal })) }
  })
  answer('deskPayouts', listOf({ open: [again] }))
  await press('$160.06 was paid')
  await expect.poll(toasts).toEqual([expect.stringMatching(/^Nothing was recorded: .* paid twice\.$/)])
  expect(sent).toEqual([{ payoutId: payout.id, reference: 'V-17', begunAt: NOW }])
  await press('Confirm payment of $120.00 to Priya Nair')
  await expect.element(page.getByLabelText('Reference')).toHaveValue('')
  await press('Not yet')
  const typed = page.getByText(/^We did not record the reference V-17 that you typed for this payout\./)
  await expect.element(typed).toBeVisible()
  await press('Remove it')
  await expect.poll(() => typed.query()).toBeNull()
  expect(await keptReferences()).toEqual([])
})

const keptReferences = async () =>
  (await openDevice(getSession().account).settings.where('key').startsWith('desk-reference').toArray()).map(
    ({ key, value }) => [key, value],
  )

test('a reference that a former build kept is there for the payout that is being paid', async () => {
  const payout = payoutOf({ state: 'begun', begunBy: 'Ida Admin', begunAt: NOW })
  await opened({ open: [payout] }, { [payout.id]: 'V-18' })
  await expect.poll(keptReferences).toEqual([[`desk-reference ${payout.id} ${NOW}`, 'V-18']])
  await press('Confirm payment of $160.06 to Priya Nair')
  await expect.element(page.getByLabelText('Reference')).toHaveValue('V-18')
})

test('a reference of an attempt that another admin ended is shown, and one that was recorded is dropped', async () => {
  const ended = payoutOf()
  const paid = payoutOf({ state: 'paid', paidAt: NOW, paidBy: 'Bo Other', reference: 'V-20' })
  const typed = { [`${ended.id} ${NOW}`]: 'V-19', [`${paid.id} ${NOW}`]: 'V-20' }
  await opened({ open: [ended], paid: [paid] }, typed)
  await expect.element(page.getByText(/^We did not record the reference V-19 /)).toBeVisible()
  await expect.poll(keptReferences).toEqual([[`desk-reference ${ended.id} ${NOW}`, 'V-19']])
  await press('Remove it')
  await expect.poll(keptReferences).toEqual([])
})

test('a reference that was recorded counts as recorded, however it was typed', async () => {
  const paid = payoutOf({ state: 'paid', paidAt: NOW, paidBy: 'Bo Other', reference: 'V-20 é' })
  const typed = { [`${paid.id} ${NOW}`]: '\u200b V-20 e\u0301 ' }
  await opened({}, typed)
  const drop = vi.spyOn(openDevice(getSession().account).settings, 'bulkDelete')
  drop.mockRejectedValue(new Error('not now'))
  answer('deskPayouts', listOf({ paid: [paid] }))
  showAtDesk(<PayoutsPart />)
  await expect.poll(() => drop.mock.calls.length).toBeGreaterThan(0)
  await page.getByText('Recently paid or cancelled (1)').click()
  await expect.element(page.getByText(/confirmed by Bo Other/)).toBeVisible()
  expect(page.getByText(/^We did not record the reference/).elements()).toEqual([])
  drop.mockRestore()
  showAtDesk(<PayoutsPart />)
  await expect.poll(keptReferences).toEqual([])
})

test('money that came back is recorded once, of what was paid by hand alone, and says by whom and why', async () => {
  const paid = { state: 'paid', paidAt: NOW, paidBy: 'Ida Admin', reference: 'PP-1' } as const
  const setback = { kind: 'came-back', by: 'Bo Other', reason: 'Nobody claimed it', at: NOW } as const
  const payout = payoutOf(paid)
  const back = payoutOf({ ...paid, name: 'Kim Lee', setbacks: [setback] })
  const { done } = await opened({ paid: [payout, back, payoutOf({ ...paid, way: 'transfer', why: null })] })
  await page.getByText('Recently paid or cancelled (3)').click()
  await expect
    .element(page.getByText('Came back: recorded by Bo Other on Nov 27, 2026: Nobody claimed it'))
    .toBeVisible()
  expect(page.getByRole('button', { name: /^It came back: / }).elements()).toHaveLength(1)
  await press('It came back: $160.06 to Priya Nair')
  const dialog = page.getByRole('alertdialog')
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Unclaimed for 30 days')
  await dialog.getByRole('button', { name: 'It came back' }).click()
  await expect
    .poll(done)
    .toEqual([{ name: 'payout.return', args: { payoutId: payout.id, reason: 'Unclaimed for 30 days' } }])
})

test('of an athlete who was erased, the desk says where money that came back goes, and promises no cancelling', async () => {
  const erased = { username: null, name: 'Former member', isLast: true } as const
  const last = payoutOf({ ...erased, state: 'begun', begunBy: 'Ida Admin', period: 'last 1' })
  const paid = payoutOf({
    ...erased,
    email: null,
    handle: null,
    state: 'paid',
    paidAt: NOW,
    amountCents: 900,
  })
  await opened({ open: [last, payoutOf({ ...erased, period: 'last 2' })], paid: [paid] })
  const dialog = page.getByRole('alertdialog')
  await press('It was not paid: $160.06 to Former member')
  await expect.element(dialog.getByText(/paid by hand again\. It cannot be cancelled: /)).toBeVisible()
  await press('Back')
  expect(page.getByRole('button', { name: /^Cancel payout of/ }).elements()).toEqual([])
  await page.getByText('Recently paid or cancelled (1)').click()
  await press('It came back: $9.00 to Former member')
  await expect.element(dialog.getByText(/it waits on this page until they write to us\.$/)).toBeVisible()
  expect(dialog.getByText(/statement|write to them/).elements()).toEqual([])
})

test('payouts beyond those that are shown are told of, of either list, and only where there are others', async () => {
  const list = { open: [payoutOf()], paid: [payoutOf({ state: 'paid', paidAt: NOW })] }
  await opened({ ...list, moreToDo: true })
  await page.getByText('Recently paid or cancelled (1)').click()
  await expect.element(page.getByText(/longest waiting are shown/)).toBeVisible()
  expect(page.getByText(/newest, and those paid by hand/).elements()).toEqual([])
})

test('older payouts than those that are shown are told of', async () => {
  await opened({ open: [payoutOf()], paid: [payoutOf({ state: 'paid', paidAt: NOW })], morePaid: true })
  await page.getByText('Recently paid or cancelled (1)').click()
  await expect
    .element(page.getByText(/newest, and those paid by hand in the last 90 days, are shown/))
    .toBeVisible()
  expect(page.getByText(/longest waiting/).elements()).toEqual([])
})
