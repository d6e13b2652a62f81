import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { Receipt } from '../../../sync/payment/statement.ts'
import { FileButton } from '../../payment/file-button.tsx'
import { formatDate } from '../../text/format-date.ts'
import { formatCount, formatMoney } from '../../text/format-money.ts'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { bankWords } from './bank-words.ts'

const STATES: Record<Receipt['state'], string> = {
  held: 'Held on your card, not charged',
  unpaid: 'Waiting for your payment',
  charged: 'Charged to your card',
  released: 'Released, not charged',
}

/** Renders what the user's card was asked for, with one line on what became of each payment. */
export function ReceiptList({ receipts, hasTitle }: { receipts: readonly Receipt[]; hasTitle: boolean }) {
  return (
    <section aria-label="Receipts" className="grid gap-4">
      {hasTitle && <h2 className="display text-2xl">What you paid</h2>}
      {receipts.length === 0 ? (
        <EmptyState title="Nothing paid yet" drawing="circle">
          Here you see what is held on your card, charged and released, with the day it happened.
        </EmptyState>
      ) : (
        <ul className="card divide-y">
          {receipts.map((receipt) => (
            <ReceiptLine key={receipt.id + receipt.kind} receipt={receipt} />
          ))}
        </ul>
      )}
      <CutLine more={receipts.length >= LIMITS.moneyLines} shown={`newest ${formatCount(LIMITS.moneyLines)}`}>
        A copy of your data has the rest.
      </CutLine>
      <p className="text-muted text-sm">All amounts are in US dollars. We also mail you each charge.</p>
    </section>
  )
}

/** Begins the line that says what a payment was for. */
const WHAT_FOR: Record<Receipt['kind'], string> = {
  answer: 'Answer from',
  question: 'Question to',
  tip: 'Tip for',
}

function ReceiptLine({ receipt }: { receipt: Receipt }) {
  const { id, at, kind, state, athlete, subject, amountCents, hasCreditNote } = receipt
  const { refundedCents, onItsWayCents } = receipt
  const named = `${subject}, ${formatMoney(amountCents, 'full')}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-3">
      <p className="label min-w-0 truncate">{subject}</p>
      <p className={`figures label ${state === 'released' ? 'text-muted line-through' : ''}`}>
        {formatMoney(amountCents, 'full')}
      </p>
      <p className="col-span-2 text-muted text-sm">
        {WHAT_FOR[kind]} {athlete} · {STATES[state]} · {formatDate(at)}
        {refundedCents > 0 && ` · ${formatMoney(refundedCents, 'full')} went back`}
        {onItsWayCents > 0 && ` · ${formatMoney(onItsWayCents, 'full')} on its way back`}
        {bankWords(receipt)}
      </p>
      {state === 'charged' && (
        <p className="col-span-2 -my-1 flex flex-wrap gap-x-8">
          <FileButton
            path={CALLS.receiptFile}
            body={{ receiptId: id }}
            tone="quiet"
            label={`Receipt (PDF) for ${named}`}
          >
            Receipt (PDF)
          </FileButton>
          {hasCreditNote && (
            <FileButton
              path={CALLS.receiptFile}
              body={{ receiptId: id, paper: 'credit-note' }}
              tone="quiet"
              label={`Credit note (PDF) for ${named}`}
            >
              Credit note (PDF)
            </FileButton>
          )}
        </p>
      )}
    </li>
  )
}
