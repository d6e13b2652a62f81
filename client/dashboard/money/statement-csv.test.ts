import { expect, test } from 'vitest'
import type { StatementLine } from '../../../sync/payment/statement.ts'
import { statementCsv } from './statement-csv.ts'

const line = (more: Partial<StatementLine>): StatementLine => ({
  id: 'a1',
  at: Date.UTC(2026, 10, 22, 12),
  kind: 'answer',
  subject: 'My catch',
  answer: { paidCents: 1_500, feeCents: 300 },
  tip: null,
  payout: null,
  cents: 1_200,
  ...more,
})
const subjectIn = (subject: string) => statementCsv([line({ subject })]).split('\r\n')[1]

test('oldest first, whole cents, one line each', () => {
  const tip = line({
    id: 'b2',
    kind: 'tip',
    answer: null,
    tip: { givenCents: 500, feeCents: 45 },
    cents: 455,
  })
  const payout = line({ id: 'c3', kind: 'payout', answer: null, subject: null, cents: -1_655 })
  const paidAt = Date.UTC(2027, 0, 5, 9)
  const paid = { ...payout, id: 'd4', payout: { way: 'manual' as const, isPaid: true, paidAt }, cents: -200 }
  expect(statementCsv([paid, payout, tip, line({})])).toBe(
    [
      'Date,What,Question,Paid by the fan (USD),Fee (USD),Your share (USD),Paid on,Reference',
      '2026-11-22T12:00:00.000Z,Answer,"My catch",15.00,3.00,12.00,,a1',
      '2026-11-22T12:00:00.000Z,Tip,"My catch",5.00,0.45,4.55,,b2',
      '2026-11-22T12:00:00.000Z,Payout ordered,"",,,-16.55,,c3',
      '2026-11-22T12:00:00.000Z,Payout ordered,"",,,-2.00,2027-01-05T09:00:00.000Z,d4',
      '',
    ].join('\r\n'),
  )
})

test('money that came back is not called refunded or disputed again', () => {
  const said = (kind: StatementLine['kind'], cents: number) =>
    statementCsv([line({ kind, answer: null, cents })])
      .split('\r\n')[1]
      ?.split(',')[1]
  expect(said('refund', -800)).toBe('Refund to the fan')
  expect(said('refund', 800)).toBe('Refund came back')
  expect(said('dispute', -800)).toBe('Dispute lost: the fan got it back')
  expect(said('dispute', 800)).toBe('Dispute won after all')
})

test.each(['=1+1', '+cmd|calc', '-2', '@SUM(A1)', ' =1', '\t=1', '\r=1', '%0a', '|x', '＝1'])(
  'what a fan typed is never a formula: %j',
  (subject) => {
    expect(subjectIn(subject)).toContain(`"'${subject}"`)
  },
)

test('a quote ends no cell', () => {
  expect(subjectIn('a","=1+1')).toContain('"a"",""=1+1"')
})
