import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type BooksAnswer, FLOWS, type Flows, type LedgerRow } from '../../../sync/desk/books.ts'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, goOffline } from '../../testing/server.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const ATHLETE = { id: newId(), username: 'noraquist', name: 'Nora Quist' }
const NOTHING = { owed: 0, onItsWay: 0, inDispute: 0, balance: 0 }

const flowsOf = (said: Partial<Flows>) =>
  ({ ...Object.fromEntries(FLOWS.map((flow) => [flow, 0])), ...said }) as Flows

const FLOWS_SAID = flowsOf({ captured: 2_500, fees: -103, share: 500, earned: 2_000 })

const BOOKS: BooksAnswer = {
  flows: FLOWS_SAID,
  before: NOTHING,
  after: { ...NOTHING, owed: 2_000, balance: 2_397 },
  held: { cents: 1_500, count: 1 },
  athletes: [{ ...ATHLETE, flows: FLOWS_SAID, owedCents: 2_000, onItsWayCents: 0, heldCents: 0 }],
  moreAthletes: false,
  days: [{ day: '2026-11-03', flows: FLOWS_SAID }],
  now: NOW,
}

const ROW: LedgerRow = {
  id: 7,
  at: Date.UTC(2026, 10, 3, 23, 30),
  kind: 'capture',
  account: 'stripe_balance',
  cents: 2_500,
  source: 'ch_1',
  chargeId: null,
  receipt: '2026-000001',
  creditNote: null,
  questionId: newId(),
  subject: 'My catch',
  fan: 'Kim Lee',
  athlete: ATHLETE,
}

test('a figure leads to the entries that it is the sum of, and they name whose they are', async () => {
  answer('session', sessionOf('admin'))
  answer('deskReturns', {
    refunds: [],
    moreRefunds: false,
    disputes: [],
    moreDisputes: false,
    debts: [],
    check: { at: NOW, breaks: [], mended: 0, balance: { ourCents: 2_397, theirCents: 2_397 } },
    now: NOW,
  })
  const books = answer('deskBooks', BOOKS)
  const ledger = answer('deskLedger', { rows: [ROW], more: false, count: 1, sumCents: 2_500, now: NOW })
  await openScreen('/admin?tab=money&view=books&from=2026-11-01&until=2026-11-30')
  await expect.element(page.getByText('0 breaks')).toBeVisible()
  await expect
    .element(page.getByText('$23.97 by its own word, $23.97 by the ledger', { exact: false }))
    .toBeVisible()
  expect(books.at(-1)?.body).toEqual({ from: '2026-11-01', until: '2026-11-30' })
  await page.getByRole('link', { name: 'Captured $25.00: its entries' }).first().click()
  await expect.element(page.getByText('1 entry, in all $25.00')).toBeVisible()
  expect(ledger.at(-1)?.body).toMatchObject({
    figure: 'captured',
    from: '2026-11-01',
    until: '2026-11-30',
    athleteId: null,
  })
  await expect.element(page.getByText('Nov 3, 2026, 23:30')).toBeVisible()
  await expect.element(page.getByText('Kim Lee')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'My catch' }))
    .toHaveAttribute('href', `/admin?tab=requests&id=${ROW.questionId}`)
  await expect
    .element(page.getByRole('link', { name: '@noraquist' }))
    .toHaveAttribute('href', `/admin?tab=athletes&id=${ATHLETE.id}`)
  await expect.element(page.getByRole('link', { name: 'ch_1' })).toBeVisible()
})

test('of days the wrong way round no figures are shown, and what is typed stays', async () => {
  answer('session', sessionOf('admin'))
  answer('deskLedger', { rows: [ROW], more: false, count: 1, sumCents: 2_500, now: NOW })
  await openScreen('/admin?tab=money&view=ledger&from=2026-11-01&until=2026-11-30')
  await expect.element(page.getByText('1 entry, in all $25.00', { exact: false })).toBeVisible()
  await page.getByLabelText('From').fill('2026-12-24')
  await expect.element(page.getByText('The first day is after the last one.')).toBeVisible()
  expect(page.getByText('1 entry', { exact: false }).query()).toBeNull()
  await expect.element(page.getByLabelText('Until')).toHaveValue('2026-11-30')
  await page.getByLabelText('Until').fill('2026-12-31')
  await expect.element(page.getByText('1 entry, in all $25.00', { exact: false })).toBeVisible()
})

test('what stands at the end of a day is the sum of all there was before', async () => {
  answer('session', sessionOf('admin'))
  const ledger = answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: NOW })
  await openScreen(
    `/admin?tab=money&view=ledger&figure=owed&athlete=${ATHLETE.id}&from=2026-11-01&until=2026-11-30`,
  )
  await expect.element(page.getByText('No entries')).toBeVisible()
  expect(ledger.at(-1)?.body).toMatchObject({
    figure: 'owed',
    from: null,
    until: '2026-11-30',
    athleteId: ATHLETE.id,
  })
})

test('the figures and the sum of other days are not shown under the name of these while these are not there', async () => {
  answer('session', sessionOf('admin'))
  answer('deskReturns', {
    refunds: [],
    moreRefunds: false,
    disputes: [],
    moreDisputes: false,
    debts: [],
    check: null,
    now: NOW,
  })
  answer('deskBooks', BOOKS)
  answer('deskLedger', { rows: [ROW], more: false, count: 1, sumCents: 2_500, now: NOW })
  const days = 'from=2026-11-01&until=2026-11-30'
  await openScreen(`/admin?tab=money&view=books&${days}`)
  const captured = page.getByRole('link', { name: 'Captured $25.00: its entries' })
  await expect.element(captured.first()).toBeVisible()
  goOffline()
  await page.getByLabelText('Until').fill('2026-11-02')
  await expect.element(page.getByText('The server was not reached.', { exact: false })).toBeVisible()
  expect(captured.first().query()).toBeNull()
})

test('the sum of other entries is not shown over these while these are not there', async () => {
  answer('session', sessionOf('admin'))
  answer('deskLedger', { rows: [ROW], more: false, count: 1, sumCents: 2_500, now: NOW })
  await openScreen('/admin?tab=money&view=ledger&from=2026-11-01&until=2026-11-30')
  const sum = page.getByText('1 entry, in all $25.00', { exact: false })
  await expect.element(sum).toBeVisible()
  goOffline()
  await page.getByLabelText('Until').fill('2026-11-02')
  await expect.element(page.getByText('The server was not reached.', { exact: false })).toBeVisible()
  expect(sum.query()).toBeNull()
})

test('the figures of what belongs to no athlete lead to just those entries', async () => {
  answer('session', sessionOf('admin'))
  answer('deskReturns', {
    refunds: [],
    moreRefunds: false,
    disputes: [],
    moreDisputes: false,
    debts: [],
    check: null,
    now: NOW,
  })
  const flows = flowsOf({ fees: -250, topUps: 50_000 })
  const nobody = {
    id: null,
    username: null,
    name: 'No athlete',
    owedCents: 0,
    onItsWayCents: 0,
    heldCents: 0,
  }
  answer('deskBooks', { ...BOOKS, athletes: [...BOOKS.athletes, { ...nobody, flows }] })
  const ledger = answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: NOW })
  await openScreen('/admin?tab=money&view=books&from=2026-11-01&until=2026-11-30')
  await page.getByRole('link', { name: '-$2.50: its entries' }).click()
  await expect.element(page.getByText('No entries')).toBeVisible()
  expect(ledger.at(-1)?.body).toMatchObject({ figure: 'fees', athleteId: 'none' })
  await page.getByRole('button', { name: 'Of all athletes' }).click()
  await expect.poll(() => ledger.at(-1)?.body).toMatchObject({ figure: 'fees', athleteId: null })
})

test('what is owed at the end includes a payout that is ordered, and each part leads to its entries', async () => {
  answer('session', sessionOf('admin'))
  answer('deskReturns', {
    refunds: [],
    moreRefunds: false,
    disputes: [],
    moreDisputes: false,
    debts: [],
    check: null,
    now: NOW,
  })
  const waits = { ...ATHLETE, flows: FLOWS_SAID, owedCents: 21_500, onItsWayCents: 20_000, heldCents: 0 }
  answer('deskBooks', { ...BOOKS, athletes: [waits] })
  const ledger = answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: NOW })
  await openScreen('/admin?tab=money&view=books&from=2026-11-01&until=2026-11-30')
  const owed = page.getByRole('cell', { name: /^\$215\.00/ })
  await expect.element(owed.getByRole('link', { name: 'Owed to athletes $15.00: its entries' })).toBeVisible()
  await owed.getByRole('link', { name: 'Payouts on their way $200.00: its entries' }).click()
  await expect
    .poll(() => ledger.at(-1)?.body)
    .toMatchObject({ figure: 'onItsWay', athleteId: ATHLETE.id, from: null })
})
