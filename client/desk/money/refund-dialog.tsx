import { useState } from 'react'
import type { DeskPayment } from '../../../sync/desk/returns.ts'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { effectOfRefund, REFUND_REASONS } from '../../../sync/payment/refund.ts'
import { isNetworkError } from '../../api/call.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { actNew } from '../office/send-act.ts'
import { PAYMENT_NAMES, REASON_LABELS, refundLines } from './money-words.ts'

type RefundDialogProps = { payment: DeskPayment; onClose: () => void; onDone: () => void }

const MEANINGS = {
  'changed-meanwhile':
    'What is left of this payment has changed in the meantime, and nothing was refunded. Check what is left, then decide.',
}

/** Also said of a refund whose first answer was lost: by now the provider may have refused it. */
const ORDERED = 'The refund is ordered. The payment shows what became of it.'

/** Asks how much to refund and why, and shows the effect on the money before the refund is ordered (M12). */
export function RefundDialog({ payment, onClose, onDone }: RefundDialogProps) {
  const { id: paymentId, of, leftCents } = payment
  const [typed, setTyped] = useState((leftCents / 100).toFixed(2))
  const [reason, setReason] = useState<(typeof REFUND_REASONS)[number]>('not-as-promised')
  const [isBusy, setBusy] = useState(false)
  // What was left when the dialog opened, also while the list is looked at again under it; null: what it shows now.
  const [seenCents, setSeenCents] = useState<number | null>(leftCents)
  const amountCents = dollarsToCents(typed) ?? 0
  const effect = amountCents > 0 ? effectOfRefund(payment, amountCents) : null
  const send = async () => {
    setBusy(true)
    const args = { paymentId, amountCents, reason }
    const seen = { leftCents: seenCents ?? leftCents }
    const intent = { name: 'payment.refund', idIn: 'refundId', args, seen } as const
    const outcome = await actNew(intent, ORDERED, MEANINGS)
    setBusy(false)
    // A refund whose answer was lost may have been made, and one more would have to be decided from what is left then.
    setSeenCents(isNetworkError(outcome) ? seen.leftCents : null)
    // Also after a refusal, because less of the payment may be left than the dialog showed.
    onDone()
    if (outcome.ok) onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Refund the ${PAYMENT_NAMES[of].toLowerCase()}?`}
      onClose={onClose}
      keep="Cancel"
      footer={
        <Button tone="danger" loading={isBusy} disabled={!effect?.ok} onClick={send}>
          Refund {formatMoney(amountCents, 'full')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <MoneyField
          label="Amount"
          hint={`${formatMoney(leftCents, 'full')} at most.`}
          error={effect && !effect.ok ? refusalText(effect.refusal) : effect ? null : 'Type an amount.'}
          value={typed}
          onChange={setTyped}
        />
        <SelectField
          label="Reason"
          value={reason}
          options={REFUND_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
          onChange={(event) => setReason(event.currentTarget.value as typeof reason)}
        />
        {effect?.ok && (
          <ul className="grid gap-2">
            {refundLines(effect.value, payment.isTold).map((line) => (
              <li key={line}>
                <StatusLine icon="card">{line}</StatusLine>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
