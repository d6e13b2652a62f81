import type { StatementLine } from '../../../sync/payment/statement.ts'

const KINDS: Record<StatementLine['kind'], string> = {
  answer: 'Answer',
  tip: 'Tip',
  payout: 'Payout',
  refund: 'Refunded to the fan',
  dispute: 'Disputed by the bank',
  reversal: 'Payout taken back',
  unpaid: 'Not paid out: in the balance again',
}

/** A statement as a table for any program: one line each, oldest first, amounts in US dollars with two decimals. */
export function statementCsv(lines: readonly StatementLine[]): string {
  const head = [
    'Date',
    'What',
    'Question',
    'Paid by the fan (USD)',
    'Fee (USD)',
    'Your share (USD)',
    'Reference',
  ]
  const rows = [...lines]
    .reverse()
    .map(({ id, at, kind, subject, answer, tip, cents }) => [
      new Date(at).toISOString(),
      KINDS[kind],
      textCell(subject ?? ''),
      paidOf({ answer, tip }),
      feeOf({ answer, tip }),
      dollars(cents),
      id,
    ])
  return `${[head, ...rows].map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

type Paid = Pick<StatementLine, 'answer' | 'tip'>

/** Before anything was kept of it. */
function paidOf({ answer, tip }: Paid): string {
  const cents = answer?.paidCents ?? tip?.givenCents
  return cents === undefined ? '' : dollars(cents)
}

/** Ours of an answer, the card payment's of a tip. */
function feeOf({ answer, tip }: Paid): string {
  const cents = answer?.feeCents ?? tip?.feeCents
  return cents === undefined ? '' : dollars(cents)
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** What somebody typed, as a cell that no spreadsheet takes for a formula: it is marked as text, and quoted. */
function textCell(text: string): string {
  const marked =
    /^[\s\u200b\ufeff]*[=+\-@|%\uff0b\uff0d\uff1d\uff20]/.test(text) || /^[\t\r\n]/.test(text)
      ? `'${text}`
      : text
  return `"${marked.replaceAll('"', '""')}"`
}
