import { useState } from 'react'
import type { DeskPayout } from '../../../sync/payment/payout.ts'
import { useOnline } from '../../api/connection.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { act, sendAct } from '../office/send-act.ts'
import { HoldButton } from './hold-payouts.tsx'
import { deductedLines, whereTo } from './money-words.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { NotPaidButton } from './payout-setbacks.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type StepsProps = { payout: DeskPayout; onDone: () => void }

/**
 * Renders what an admin can do about an unpaid payout: begin to pay it by hand, confirm the payment, say that
 * it was not paid, cancel it, or hold all payouts to its athlete.
 */
export function PayoutSteps({ payout, onDone }: StepsProps) {
  const online = useOnline()
  const [asks, setAsks] = useState<'begin' | 'confirm' | 'cancel' | null>(null)
  const { personId, state, way, isHeld, isAtProvider, isLast, name, amountCents, begunBy } = payout
  const whole = `${formatMoney(amountCents, 'full')} to ${name}`
  const close = () => setAsks(null)
  return (
    <div className="grid justify-items-end gap-1 max-md:justify-items-start">
      <div className="flex flex-wrap items-center gap-2">
        {isHeld && <Badge tone="warning">Held</Badge>}
        {isAtProvider && <Badge>At the provider, not confirmed yet</Badge>}
        {way === 'transfer' && !isHeld && !isAtProvider && (
          <Badge>Waits for our balance or their account</Badge>
        )}
        {way === 'manual' && state === 'ordered' && !isHeld && (
          <Button
            tone="secondary"
            size="small"
            disabled={!online}
            aria-label={`Pay by hand: ${whole}`}
            onClick={() => setAsks('begin')}
          >
            Pay by hand
          </Button>
        )}
        {state === 'begun' && (
          <Button
            tone="secondary"
            size="small"
            disabled={!online}
            aria-label={`Confirm payment of ${whole}`}
            onClick={() => setAsks('confirm')}
          >
            Confirm payment
          </Button>
        )}
        {state === 'begun' && <NotPaidButton payout={payout} onDone={onDone} />}
        {!isHeld && <HoldButton of={{ personId, name }} onDone={onDone} />}
        {state === 'ordered' && !isAtProvider && !isLast && (
          <Button
            tone="quiet"
            size="small"
            disabled={!online}
            aria-label={`Cancel payout of ${whole}`}
            onClick={() => setAsks('cancel')}
          >
            Cancel payout
          </Button>
        )}
      </div>
      {state === 'begun' && <span className="text-muted text-xs">{begunBy} is paying this</span>}
      {asks === 'begin' && <BeginDialog payout={payout} onClose={close} onDone={onDone} />}
      {asks === 'confirm' && <PayoutDialog payout={payout} onClose={close} onDone={onDone} />}
      {asks === 'cancel' && <CancelDialog payout={payout} onClose={close} onDone={onDone} />}
    </div>
  )
}

type AskProps = StepsProps & { onClose: () => void }

/** Asks before an admin begins to pay by hand, because from then on nobody can cancel the payout. */
function BeginDialog({ payout, onClose, onDone }: AskProps) {
  const { id: payoutId, name, amountCents, handle, isClosed } = payout
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const args = { payoutId, amountCents, handle }
    const told = `Pay ${name} now, then confirm it here.`
    await sendAct({ name: 'payout.begin', args }, told)
    setBusy(false)
    // Also after a refusal, because the list then shows what has changed.
    onDone()
    onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Pay ${name} by hand?`}
      onClose={onClose}
      keep="Not now"
      footer={
        <Button loading={isBusy} onClick={() => void begin()}>
          I will pay {formatMoney(amountCents, 'full')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>
          {formatMoney(amountCents, 'full')}. {whereTo(payout)}
        </p>
        <p>
          From now on it is yours to pay: no other admin can begin it, its amount no longer changes, and it
          cannot be cancelled, until it is said here that it was not paid. If you do not pay it after all, say
          so.
        </p>
        {deductedLines(payout).map((line) => (
          <StatusLine key={line} icon="card">
            {line}
          </StatusLine>
        ))}
        {isClosed && (
          <StatusLine icon="warning" tone="warning">
            The team closed this account. What was earned is still theirs.
          </StatusLine>
        )}
      </div>
    </Dialog>
  )
}

function CancelDialog({ payout, onClose, onDone }: AskProps) {
  const { id: payoutId, name, amountCents } = payout
  const cancel = async (reason: string) => {
    const intent = { name: 'payout.cancel', args: { payoutId, reason } } as const
    const outcome = await act(intent, 'The payout is cancelled.')
    onDone()
    return outcome
  }
  return (
    <ReasonDialog
      of={`cancel ${payoutId}`}
      title={`Cancel the payout to ${name}?`}
      action="Cancel payout"
      keep="Keep it"
      tone="danger"
      onSend={cancel}
      onClose={onClose}
    >
      <p>
        {formatMoney(amountCents, 'full')} is in their balance again, and the payout of the next period
        includes it. To keep it there, hold their payouts.
      </p>
    </ReasonDialog>
  )
}
