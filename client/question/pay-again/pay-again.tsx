import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { FanQuestion, PayAgainAnswer } from '../../../sync/calls.ts'
import { COPY } from '../../../sync/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import type { CardFormProps } from '../../payment/card-seam.tsx'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { spokenName } from '../../text/spoken-name.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

type PayAgainProps = {
  question: FanQuestion
  token: string
  onPaid: () => Promise<void>
}

const FORM = 'pay-again-card'
/** A confirmed card of which the server has not said yet whether it pays; each failed look makes a new object. */
type Unchecked = { clientSecret: string }
type Open = { clientSecret: string; CardForm: ComponentType<CardFormProps> }

/** Renders the form to pay again, while there is time, for an answer whose card could not be charged (D33). */
export function PayAgain({ question, token, onPaid }: PayAgainProps) {
  const { athlete, amountCents, payAgainUntil } = question
  const online = useOnline()
  const { payments } = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  const [isComplete, setComplete] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const [isCardBusy, setCardBusy] = useState(false)
  const isBusy = isLooking || isCardBusy
  const [problem, setProblem] = useState<string | null>(null)
  const [unchecked, setUnchecked] = useState<Unchecked | null>(null)
  const look = useCallback(
    async (confirmed: string | null = null) => {
      setLooking(true)
      setProblem(null)
      const [made, card] = await Promise.all([
        call<PayAgainAnswer>(CALLS.payAgain, { token }),
        import('../../payment/card-form.tsx').catch(() => null),
      ])
      setLooking(false)
      setUnchecked(!made.ok && confirmed ? { clientSecret: confirmed } : null)
      if (!made.ok && confirmed) return setOpen(null)
      if (!made.ok) return setProblem(isNetworkError(made) ? NOT_REACHED : refusalText(made.refusal))
      const { isPaid, clientSecret } = made.value
      setOpen(!isPaid && clientSecret && card ? { clientSecret, CardForm: card.CardForm } : null)
      if (!isPaid && !card) setProblem(COPY.paymentSetup)
      else if (!isPaid && confirmed) setProblem(clientSecret === confirmed ? COPY.cardDetails : NOT_WHOLE)
      if (isPaid) await onPaid()
    },
    [token, onPaid],
  )
  // The form goes with the button that was pressed.
  const heading = useFocusMoved<HTMLHeadingElement>(unchecked === null)
  useReturnFromBank(look)
  useLookAgain(unchecked, look)
  if (payAgainUntil === null) return null
  return (
    <section aria-labelledby="pay-again" className="grid max-w-2xl content-start gap-4">
      <div>
        <h2 ref={heading} id="pay-again" tabIndex={-1} className="display text-2xl">
          Pay again to watch it
        </h2>
        <p className="mt-1 text-muted text-sm">
          The answer from {spokenName(athlete)} is here, but your card could not be charged{' '}
          {formatMoney(amountCents, 'full')}. It waits for you until {formatDateTime(payAgainUntil)}; then the
          question closes, and you are not charged. The amount is in US dollars.
        </p>
      </div>
      {open && payments && (
        <div className="card p-4">
          <h3 className="label mb-4 text-lg">Your card</h3>
          <open.CardForm
            formId={FORM}
            clientSecret={open.clientSecret}
            payments={payments}
            amountCents={amountCents}
            beforeConfirm={isReady}
            onBusy={setCardBusy}
            onConfirmed={() => look(open.clientSecret)}
            onComplete={setComplete}
          />
        </div>
      )}
      <FieldError error={problem} />
      {unchecked && (
        <StatusLine icon="clock" live>
          Your bank confirmed the card, but we could not check the payment yet. Do not pay again: this page
          keeps checking.
        </StatusLine>
      )}
      {open && (
        <Button type="submit" form={FORM} disabled={!isComplete || !online} loading={isBusy}>
          Pay {formatMoney(amountCents)}
        </Button>
      )}
      {!open && !unchecked && (
        <Button disabled={!online} loading={isBusy} onClick={() => void look()}>
          Pay again
        </Button>
      )}
      {!online && !unchecked && <StatusLine icon="offline">Paying needs a network.</StatusLine>}
    </section>
  )
}

const NOT_REACHED = 'We could not be reached. Nothing was charged; try again in a moment.'
const NOT_WHOLE =
  'This card could not be charged the whole amount. Nothing was taken from it; pay with another card.'
const isReady = async () => true

type Look = (confirmed: string | null) => Promise<void>

/** When a bank's own page leads back here, asks the server at once whether the question is paid (D30). */
function useReturnFromBank(look: Look) {
  useEffect(() => {
    const { searchParams, pathname } = new URL(location.href)
    if (!searchParams.has('payment_intent')) return
    history.replaceState(history.state, '', pathname)
    const isConfirmed = searchParams.get('redirect_status') === 'succeeded'
    void look(isConfirmed ? searchParams.get('payment_intent_client_secret') : null)
  }, [look])
}

const LOOK_AGAIN_MS = 5_000

/** Asks the server again about a confirmed card after each look that failed, as soon as there is a network. */
function useLookAgain(unchecked: Unchecked | null, look: Look) {
  const online = useOnline()
  useEffect(() => {
    if (!unchecked || !online) return
    const timer = setTimeout(() => void look(unchecked.clientSecret), LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [unchecked, online, look])
}
