import { useEffect, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskPayment, DeskPaymentsAnswer } from '../../../sync/desk/returns.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { ErrorLine } from '../error-line.tsx'
import { Part } from '../panes.tsx'
import { useRead } from '../use-read.ts'
import { PAYMENT_NAMES } from './money-words.ts'
import { ByHandButton } from './refund-by-hand.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type PaymentsPartProps = {
  questionId: string
  online: boolean
  /** The request as it was last fetched: when this object changes, the payments are fetched again. */
  looked?: object
  onOrdered?: () => void
}

/** Renders the payments for a request, of the answer and of tips, and a button that refunds each. */
export function PaymentsPart({ questionId, online, looked, onOrdered }: PaymentsPartProps) {
  const { answer, errorText, reload } = useRead<DeskPaymentsAnswer>(DESK_CALLS.deskPayments, { questionId })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = answer?.payments.find(({ id }) => id === chosenId)
  const lookAgain = () => {
    reload()
    onOrdered?.()
  }
  const shownWith = useRef(looked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` is another one at every look
  useEffect(() => {
    if (looked === shownWith.current) return
    shownWith.current = looked
    reload()
  }, [looked])
  return (
    <Part title="Payments">
      <ErrorLine errorText={errorText} onAgain={reload} />
      {answer?.payments.length === 0 && <p className="text-muted">Nothing was charged.</p>}
      <ul className="divide-y">
        {answer?.payments.map((payment) => (
          <PaymentLine
            key={payment.id}
            payment={payment}
            online={online}
            onRefund={() => setChosenId(payment.id)}
            onDone={lookAgain}
          />
        ))}
      </ul>
      {chosen && <RefundDialog payment={chosen} onClose={() => setChosenId(null)} onDone={lookAgain} />}
    </Part>
  )
}

type PaymentLineProps = {
  payment: DeskPayment
  online: boolean
  onRefund: () => void
  onDone: () => void
}

function PaymentLine({ payment, online, onRefund, onDone }: PaymentLineProps) {
  const { of, at, paidCents, leftCents, onItsWayCents, athleteCents, isDisputed, receipt, creditNotes } =
    payment
  const backCents = paidCents - leftCents - onItsWayCents
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <p className="figures">
        <span className="label">
          {PAYMENT_NAMES[of]} {formatMoney(paidCents, 'full')}
        </span>
        <span className="text-muted">
          {' '}
          · {formatDate(at)} · the athlete has {formatMoney(athleteCents, 'full')}
          {onItsWayCents > 0 && ` · ${formatMoney(onItsWayCents, 'full')} is on its way back`}
          {backCents > 0 && ` · ${formatMoney(backCents, 'full')} went back`}
        </span>{' '}
        {isDisputed && <Badge tone="danger">In dispute</Badge>}
        {receipt && (
          <span className="block text-muted text-sm">
            Receipt {receipt}
            {creditNotes.length > 0 && ` · ${creditNotes.length === 1 ? 'Credit note' : 'Credit notes'} `}
            {creditNotes.map((note, index) => (
              <span key={note} className="whitespace-nowrap">
                {note}
                {index < creditNotes.length - 1 && ', '}
              </span>
            ))}
          </span>
        )}
      </p>
      {leftCents > 0 && !isDisputed && (
        <Button
          tone="quiet"
          size="small"
          className="-mx-3.5"
          disabled={!online}
          aria-label={`Refund the ${PAYMENT_NAMES[of].toLowerCase()} of ${formatMoney(paidCents, 'full')}`}
          onClick={onRefund}
        >
          Refund
        </Button>
      )}
      <OwedRefunds payment={payment} onDone={onDone} />
    </li>
  )
}

/** Renders the refunds of a payment that did not reach the card, each with the button that books it as paid by hand. */
function OwedRefunds({ payment, onDone }: Pick<PaymentLineProps, 'payment' | 'onDone'>) {
  // A server of before does not tell them.
  const { owedRefunds = [], isDisputed, leftCents } = payment
  const payable = owedRefunds.filter(({ amountCents }) => !isDisputed && amountCents <= leftCents)
  if (payable.length === 0) return null
  return (
    <ul className="grid w-full">
      {payable.map((refund) => (
        <li key={refund.id} className="flex items-center justify-between gap-x-4 text-sm text-warning">
          A refund of {formatMoney(refund.amountCents, 'full')} did not reach the card ·{' '}
          {formatDate(refund.at)}
          <ByHandButton refund={refund} payment={payment} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}
