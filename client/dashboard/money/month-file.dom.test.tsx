import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Statement, StatementLine } from '../../../sync/payment/statement.ts'
import { show } from '../../testing/open-screen.tsx'
import { MonthFile } from './month-file.tsx'

const lineAt = (at: number): StatementLine => ({
  ...{ id: String(at), at, kind: 'answer', subject: null, answer: null, tip: null, payout: null, cents: 1 },
})
const statement: Statement = {
  ...{ heldCents: 0, earnedCents: 2, paidOutCents: 0, onItsWayCents: 0, balanceCents: 2, takingBackCents: 0 },
  firstMonth: '2025-11',
  lines: [lineAt(Date.UTC(2026, 2, 31)), lineAt(Date.UTC(2026, 1, 1))],
}
const months = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('every month is offered from the first in which something was booked, also beyond the lines shown', async () => {
  show(<MonthFile statement={statement} />)
  await expect.element(page.getByLabelText('Month (UTC)')).toHaveValue('2026-03')
  expect(months()).toEqual(['March 2026', 'February 2026', 'January 2026', 'December 2025', 'November 2025'])
})

test('the month in which a payout was paid is offered, though nothing else was booked in it', async () => {
  const payout = { way: 'transfer', isPaid: true, paidAt: Date.UTC(2026, 3, 2) } as const
  const [newest, ...older] = statement.lines
  if (!newest) throw new Error('no line')
  show(<MonthFile statement={{ ...statement, lines: [{ ...newest, kind: 'payout', payout }, ...older] }} />)
  await expect.element(page.getByLabelText('Month (UTC)')).toHaveValue('2026-04')
})

test('an answer that a device kept before the first month was told offers the months of its lines', async () => {
  const { firstMonth: _, ...kept } = statement
  show(<MonthFile statement={kept} />)
  await expect.element(page.getByLabelText('Month (UTC)')).toHaveValue('2026-03')
  expect(months()).toEqual(['March 2026', 'February 2026'])
})
