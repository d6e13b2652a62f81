import { useState } from 'react'
import type { OwedRefund } from '../../../sync/desk/returns.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { effectOfRefund, type PaymentOf } from '../../../sync/payment/refund.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { act } from '../office/send-act.ts'
import { useMay } from '../use-may.ts'
import { shareLines } from './money-words.ts'

type ByHandProps = {
  refund: Pick<OwedRefund, 'id' | 'amountCents'>
  /** What is left of its payment. */
  payment: { of: PaymentOf; leftCents: number }
  onDone: () => void
}

/** Renders the button by which the team records that it has paid a refund that did not reach the card. */
export function ByHandButton(props: ByHandProps) {
  const online = useOnline()
  const mayRefund = useMay('refund-payment')
  const [asks, setAsks] = useState(false)
  if (!mayRefund) return null
  const amount = formatMoney(props.refund.amountCents, 'full')
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-mx-3.5"
        disabled={!online}
        aria-label={`The refund of ${amount} was paid by hand`}
        onClick={() => setAsks(true)}
      >
        Paid by hand
      </Button>
      {asks && <ByHandDialog {...props} onClose={() => setAsks(false)} />}
    </>
  )
}

const MEANINGS = {
  'already-decided':
    'Nothing was booked: this refund was made again, or was recorded as paid in the meantime.',
  'changed-meanwhile':
    'What is left of this payment has changed in the meantime, and nothing was booked. Check what went back, then decide.',
}

/** Asks for the reference of the bank transfer, and books the refund as paid. */
function ByHandDialog({ refund, payment, onDone, onClose }: ByHandProps & { onClose: () => void }) {
  const { id: refundId, amountCents } = refund
  const { text: reference, change } = useKeptText(`desk-reference refund ${refundId}`)
  const [isBusy, setBusy] = useState(false)
  // What was left when the dialog opened, also while the list is looked at again under it.
  const [leftCents] = useState(payment.leftCents)
  const effect = effectOfRefund({ ...payment, isDisputed: false }, amountCents)
  const isTooLong = excessOf(reference, LIMITS.payoutReferenceCharacters) !== null
  const amount = formatMoney(amountCents, 'full')
  const send = async () => {
    setBusy(true)
    const args = { refundId, reference: reference.trim(), leftCents }
    const outcome = await act({ name: 'refund.by-hand', args }, 'The refund is booked as paid.', MEANINGS)
    // Once it is decided, the typed reference is of no more use here.
    if (outcome.ok || ('refusal' in outcome && outcome.refusal.code === 'already-decided')) change('')
    setBusy(false)
    // Also after a refusal, because the list then shows what has changed.
    onDone()
    if (outcome.ok || 'refusal' in outcome) onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title="Was this refund paid by hand?"
      onClose={onClose}
      keep="Not yet"
      footer={
        <Button loading={isBusy} disabled={reference.trim() === '' || isTooLong} onClick={() => void send()}>
          {amount} was paid
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>
          {amount} to the fan, from our bank. This books the refund as paid, and the fan is told. Confirm it
          only once the transfer is made: it cannot be taken back here.
        </p>
        {effect.ok && (
          <ul className="grid gap-2">
            {shareLines(effect.value).map((line) => (
              <li key={line}>
                <StatusLine icon="card">{line}</StatusLine>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label="Reference"
          hint="The number of the transfer at the bank, by which it can be found again."
          autoComplete="off"
          limit={LIMITS.payoutReferenceCharacters}
          value={reference}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
