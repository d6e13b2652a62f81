import type { StatementLine } from '../../../sync/payment/statement.ts'
import { csvLine, dollarCell, textCell } from '../../../sync/text/csv.ts'

const TITLES: Record<StatementLine['kind'], string> = {
  answer: 'Answer',
  tip: 'Tip',
  payout: 'Payout ordered',
  refund: 'Refund to the fan',
  dispute: 'Dispute lost: the fan got it back',
  reversal: 'Payout taken back',
  unpaid: 'Not paid out: in the balance again',
  returned: 'Our payment by hand came back: in the balance again',
}

/** Returns what a line is called. A refund or a dispute that adds to the balance is one that came back. */
export function titleOf({ kind, cents }: Pick<StatementLine, 'kind' | 'cents'>): string {
  if (cents > 0 && kind === 'refund') return 'Refund came back'
  if (cents > 0 && kind === 'dispute') return 'Dispute won after all'
  return TITLES[kind]
}

/**
 * Returns a statement as CSV: one line each, oldest first, amounts in US dollars with two decimals. A payout stands
 * under the day it was ordered, with the day it was paid in a column of its own.
 */
export function statementCsv(lines: readonly StatementLine[]): string {
  const head = [
    'Date',
    'What',
    'Question',
    'Paid by the fan (USD)',
    'Fee (USD)',
    'Your share (USD)',
    'Paid on',
    'Reference',
  ]
  const rows = [...lines]
    .reverse()
    .map(({ id, at, kind, subject, answer, tip, payout, cents }) => [
      new Date(at).toISOString(),
      titleOf({ kind, cents }),
      textCell(subject ?? ''),
      paidOf({ answer, tip }),
      feeOf({ answer, tip }),
      dollarCell(cents),
      payout?.paidAt ? new Date(payout.paidAt).toISOString() : '',
      id,
    ])
  return [head, ...rows].map(csvLine).join('')
}

type Paid = Pick<StatementLine, 'answer' | 'tip'>

/** Returns what the fan paid, before anything was taken off it. */
function paidOf({ answer, tip }: Paid): string {
  const cents = answer?.paidCents ?? tip?.givenCents
  return cents === undefined ? '' : dollarCell(cents)
}

/** Returns the fee: ours for an answer, the card payment's for a tip. */
function feeOf({ answer, tip }: Paid): string {
  const cents = answer?.feeCents ?? tip?.feeCents
  return cents === undefined ? '' : dollarCell(cents)
}
