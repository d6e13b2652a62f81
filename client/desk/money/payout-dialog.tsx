import { useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import type { DeskPayout } from '../../../sync/payment/payout.ts'
import { isRefused } from '../../api/network-error.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { act } from '../office/send-act.ts'
import { attemptOf, BEGUN_AGAIN, referenceKey } from './payout-attempt.ts'

type PayoutDialogProps = { payout: DeskPayout; onClose: () => void; onDone: () => void }

/** Asks for the reference that proves a payment by hand, and books the payout as paid. */
export function PayoutDialog({ payout, onClose, onDone }: PayoutDialogProps) {
  const { id: payoutId, name, handle, amountCents } = payout
  const { text: reference, change } = useKeptText(referenceKey(payout))
  const [isBusy, setBusy] = useState(false)
  const isTooLong = excessOf(reference, LIMITS.payoutReferenceCharacters) !== null
  const confirm = async () => {
    setBusy(true)
    const args = { payoutId, reference: reference.trim(), ...attemptOf(payout) }
    const outcome = await act({ name: 'payout.confirm', args }, `${name} was paid.`, BEGUN_AGAIN)
    const isOther = isRefused(outcome, 'payout-changed')
    if (outcome.ok) change('')
    setBusy(false)
    // Also after a refusal, because the list then shows what has changed, and what was typed for another attempt.
    onDone()
    if (isOther) onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Was ${name} paid?`}
      onClose={onClose}
      keep="Not yet"
      footer={
        <Button
          loading={isBusy}
          disabled={reference.trim() === '' || isTooLong}
          onClick={() => void confirm()}
        >
          {formatMoney(amountCents, 'full')} was paid
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>
          {formatMoney(amountCents, 'full')}
          {handle && ` to ${handle}`}. This books the payout as paid. Confirm it only once the payment is
          made; if the money comes back later, record that under “Recently paid or cancelled”.
        </p>
        <TextField
          label="Reference"
          hint="The number of the payment at the app or the bank, by which it can be found again."
          autoComplete="off"
          limit={LIMITS.payoutReferenceCharacters}
          value={reference}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
