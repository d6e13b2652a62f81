import type { ReactNode } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import type { Statement, StatementLine } from '../../../sync/payment/statement.ts'
import { BYTE_ORDER_MARK } from '../../../sync/text/csv.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatCount, formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { CURRENCY_LINE } from '../payout/setup-words.ts'
import { MonthFile } from './month-file.tsx'
import { payoutWords } from './payout-words.ts'
import { statementCsv, titleOf } from './statement-csv.ts'

/** Renders an athlete's books: what is held for them, earned, paid out and owed, and every line of the sums. */
export function StatementPart({ statement, children }: { statement: Statement; children: ReactNode }) {
  const { heldCents, earnedCents, paidOutCents, onItsWayCents, balanceCents, lines } = statement
  return (
    <section aria-label="Statement" className="grid gap-6">
      <dl className="grid grid-cols-3 overflow-hidden rounded border bg-surface">
        <Sum label={balanceCents < 0 ? 'Below zero' : 'To be paid out'} cents={balanceCents} isFirst />
        <Sum label="Earned" cents={earnedCents} />
        <Sum label="Paid out" cents={paidOutCents} />
        <Sum label="Held for you" cents={heldCents} />
      </dl>
      {onItsWayCents > 0 && (
        <StatusLine icon="info">
          {formatMoney(onItsWayCents, 'full')} is ordered and not paid yet. It counts as paid out once it is
          paid.
        </StatusLine>
      )}
      {balanceCents < 0 && <StatusLine icon="info">{belowZeroWords(statement)}</StatusLine>}
      <p className="max-w-2xl text-muted text-sm text-pretty">
        You keep 80% of what is paid for an answer, and all of a tip except what the card payment costs. Held
        is your share of questions you have not answered yet. {CURRENCY_LINE}
      </p>
      {children}
      {lines.length === 0 ? (
        <EmptyState title="Nothing earned yet" drawing="track">
          Your share of an answer appears here as soon as the fan can watch it.
        </EmptyState>
      ) : (
        <>
          <ul className="card divide-y">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          <CutLine
            more={lines.length >= LIMITS.moneyLines}
            shown={`newest ${formatCount(LIMITS.moneyLines)}`}
          >
            The sums above are over all of them, and a copy of your data has the rest.
          </CutLine>
          <div className="flex flex-wrap items-end gap-3">
            <MonthFile statement={statement} />
            <Button tone="secondary" size="small" icon="download" onClick={() => download(lines)}>
              Download as a table
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Says how a balance below zero is made up for: by transfers that are being taken back, and by what is earned next. */
function belowZeroWords({ balanceCents, takingBackCents }: Statement): string {
  const more = 'More went back to fans than you were owed.'
  // A statement that a device kept from before has no such amount.
  if (!takingBackCents) return `${more} Your next answers and tips make up for it; you are not asked to pay.`
  const taken = formatMoney(takingBackCents, 'full')
  if (takingBackCents >= -balanceCents)
    return `${more} We are taking ${taken} back from what we transferred to your account.`
  return `${more} We are taking ${taken} back from what we transferred to your account. Your next answers and tips make up for the rest; you are not asked to pay.`
}

function Sum({ label, cents, isFirst = false }: { label: string; cents: number; isFirst?: boolean }) {
  return (
    <div
      className={`-mt-px -ml-px flex min-w-0 flex-col-reverse justify-end gap-1 border-t border-l py-4 md:px-4 ${isFirst ? 'col-span-3 px-4' : 'px-3'}`}
    >
      <dt className="text-muted text-xs leading-tight">{label}</dt>
      <dd
        className={`display figures ${isFirst ? 'text-5xl md:text-4xl' : 'text-lg md:text-xl lg:text-2xl'}`}
      >
        {formatMoney(cents, 'full')}
      </dd>
    </div>
  )
}

function Line({ line: { at, kind, subject, answer, tip, payout, cents } }: { line: StatementLine }) {
  const title = titleOf({ kind, cents })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-3">
      <p className="label min-w-0 truncate">{subject ?? title}</p>
      <p className="figures label">
        {cents > 0 ? `+${formatMoney(cents, 'full')}` : formatMoney(cents, 'full')}
      </p>
      <p className="text-muted text-sm">
        {subject && `${title} · `}
        {formatDate(at)}
        {answer &&
          ` · ${formatMoney(answer.paidCents, 'full')} paid, less our fee of ${formatMoney(answer.feeCents, 'full')}`}
        {tip && ` · ${formatMoney(tip.givenCents)} less ${formatMoney(tip.feeCents)} for the card`}
        {payout && ` · ${payoutWords(payout)}`}
      </p>
    </li>
  )
}

function download(lines: readonly StatementLine[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([BYTE_ORDER_MARK, statementCsv(lines)], { type: 'text/csv;charset=utf-8' }),
  )
  link.download = 'statement.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
