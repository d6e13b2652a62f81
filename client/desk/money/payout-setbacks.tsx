import { type ReactNode, useState } from 'react'
import type { DeskPayout } from '../../../sync/payment/payout.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { act } from '../office/send-act.ts'
import { isErased } from './money-words.ts'
import { attemptOf, BEGUN_AGAIN, leftWords, referenceKey } from './payout-attempt.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type SetbackProps = { payout: DeskPayout; onDone: () => void }

/** Renders the button by which an admin says that a payout which was begun was not paid. */
export function NotPaidButton({ payout, onDone }: SetbackProps) {
  const { id, name, amountCents } = payout
  const { change: keepReference } = useKeptText(referenceKey(payout))
  const amount = formatMoney(amountCents, 'full')
  return (
    <SetbackButton
      {...{ payout, onDone, intent: 'payout.fail', told: leftWords(amountCents) }}
      button="It was not paid"
      label={`It was not paid: ${amount} to ${name}`}
      args={attemptOf(payout)}
      onRecorded={() => keepReference('')}
      of={`not paid ${id}`}
      title={`Was ${name} not paid?`}
      action="It was not paid"
    >
      <p>
        What is left of {amount} waits to be paid by hand again
        {isErased(payout)
          ? '. It cannot be cancelled: their account was erased, so no later payout would pay them.'
          : ', or can be cancelled.'}{' '}
        Look into the payment app first: if the payment went out, it would be made twice.
      </p>
    </SetbackButton>
  )
}

/** Renders the button by which an admin says that the money of a payout by hand came back after it was confirmed. */
export function CameBackButton({ payout, onDone }: SetbackProps) {
  const { id, name, amountCents, reference } = payout
  const amount = formatMoney(amountCents, 'full')
  return (
    <SetbackButton
      {...{ payout, onDone, intent: 'payout.return', told: `${name} is owed ${amount} again.` }}
      button="It came back"
      label={`It came back: ${amount} to ${name}`}
      of={`came back ${id}`}
      title={`Did the payment to ${name} come back?`}
      action="It came back"
    >
      <p>
        {amount}
        {reference && `, ${reference}`}. Record this once the whole amount is in our account again.{' '}
        {isErased(payout) ? BACK_ERASED : BACK}
      </p>
    </SetbackButton>
  )
}

const BACK =
  'It is in their balance then, their next payout includes it, and their statement says so. If the handle was wrong, write to them before that payout.'

/** Says what `orderLate` of the server does. */
const BACK_ERASED =
  'Their account was erased, so there is nobody to ask. We transfer it to where their last transfer went, if that still takes money. Otherwise it waits on this page until they write to us.'

type SetbackButtonProps = SetbackProps & {
  intent: 'payout.fail' | 'payout.return'
  /** What the admin is told once it is recorded. */
  told: Parameters<typeof act>[1]
  /** Arguments beside the payout and the reason. */
  args?: { begunAt?: number }
  onRecorded?: () => void
  button: string
  /** The button's accessible name, which begins with its words and says which payout it is about. */
  label: string
  of: string
  title: string
  action: string
  children: ReactNode
}

function SetbackButton(props: SetbackButtonProps) {
  const { payout, onDone, intent, told, args, onRecorded, button, label, ...dialog } = props
  const online = useOnline()
  const [asks, setAsks] = useState(false)
  const send = async (reason: string) => {
    const whole = { payoutId: payout.id, reason, ...args }
    const outcome = await act({ name: intent, args: whole }, told, BEGUN_AGAIN)
    if (outcome.ok) onRecorded?.()
    // Also after a refusal, because the list then shows what has changed.
    onDone()
    return outcome
  }
  return (
    <>
      <Button tone="quiet" size="small" disabled={!online} aria-label={label} onClick={() => setAsks(true)}>
        {button}
      </Button>
      {asks && (
        <ReasonDialog {...dialog} keep="Back" tone="danger" onSend={send} onClose={() => setAsks(false)} />
      )}
    </>
  )
}
