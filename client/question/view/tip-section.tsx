import { useState } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { tipCreditCents } from '../../../sync/money.ts'
import { checkTip } from '../../../sync/payment/tip.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { isTipAsked, refundOf, tipDisputeOf } from './question-money.ts'
import { useClock } from './use-clock.ts'
import { useTip } from './use-tip.ts'

type TipSectionProps = {
  question: FanQuestion
  token: string
  onPaid: () => Promise<void>
}

const FORM = 'tip-card'

/** Renders the tip for a delivered answer: first an amount, then the card (S2-2.139, S2-4.29). */
export function TipSection({ question, token, onPaid }: TipSectionProps) {
  const { answer, athlete, tips } = question
  const [choice, setChoice] = useState(NO_TIP)
  const tip = useTip({
    token,
    onPaid() {
      setChoice(NO_TIP)
      void onPaid()
    },
  })
  const now = useClock()
  const heading = useFocusMoved<HTMLHeadingElement>(tip.open === null)
  if (answer?.state !== 'delivered' || !athlete.username) return null
  // An open card form stays, because only the fan ends what they began.
  const isAsked = isTipAsked(question) || tip.open !== null
  if (!isAsked && tips.length === 0) return null
  return (
    <section aria-labelledby="tip" className="grid gap-4 border-t pt-6">
      <div>
        <h2 ref={heading} id="tip" tabIndex={-1} className="display text-2xl outline-none">
          {isAsked ? 'Say thanks with a tip' : 'Your tip'}
        </h2>
        {isAsked && (
          <p className="mt-1 text-muted text-sm">
            It goes to {athlete.firstName}, less what the card payment costs. We keep nothing of it.
          </p>
        )}
      </div>
      {tips.map((paid) => (
        <StatusLine key={paid.paidAt} icon="check">
          {`A tip of ${formatMoney(paid.amountCents)} was charged${now === null ? '' : ` on ${formatDateTime(paid.paidAt)}`}.`}
          {refundOf(paid)}
          {tipDisputeOf(paid)}
        </StatusLine>
      ))}
      {tip.open ? (
        <TipCard tip={tip} />
      ) : (
        isAsked && (
          <TipAmount tip={tip} choice={choice} onChoice={setChoice} athleteName={athlete.firstName} />
        )
      )}
    </section>
  )
}

type Tip = ReturnType<typeof useTip>
type TipAmountProps = {
  tip: Tip
  choice: typeof NO_TIP
  onChoice: (choice: typeof NO_TIP) => void
  athleteName: string
}

function TipAmount({ tip, choice, onChoice, athleteName }: TipAmountProps) {
  const online = useOnline()
  const cents = tipCents(choice)
  const [five, ten] = LIMITS.presetTipsCents
  return (
    <>
      <ChoiceField<NonNullable<(typeof NO_TIP)['chosen']>>
        label="Tip"
        name="answer-tip"
        value={choice.chosen}
        choices={[
          { value: 'preset-0', label: dollars(five) },
          { value: 'preset-1', label: dollars(ten) },
          { value: 'custom', label: 'Custom' },
        ]}
        onChange={(chosen) => onChoice({ ...choice, chosen })}
      />
      {choice.chosen === 'custom' && (
        <MoneyField
          label="Your tip"
          placeholder="2.00"
          value={choice.typed}
          error={tipProblem(choice)}
          onChange={(typed) => onChoice({ ...choice, typed })}
        />
      )}
      {cents > 0 && (
        <p className="text-muted text-sm">
          {athleteName} gets <span className="figures">{formatMoney(tipCreditCents(cents))}</span>; the card
          payment costs <span className="figures">{formatMoney(cents - tipCreditCents(cents))}</span>. Charged
          at once, in US dollars.
        </p>
      )}
      <FieldError error={tip.problem} />
      <Button disabled={cents === 0 || !online} loading={tip.isBusy} onClick={() => tip.confirm(cents)}>
        Confirm
      </Button>
      {!online && <StatusLine icon="offline">A tip needs a network.</StatusLine>}
    </>
  )
}

const dollars = (cents: number) => `$${cents / 100}`

/** Renders the card form; its button is disabled until the card is complete (S2-5.40). */
function TipCard({ tip }: { tip: Tip }) {
  const { payments } = useSession()
  const [isComplete, setComplete] = useState(false)
  if (!tip.open || !payments) return null
  const { CardForm, clientSecret, tip: opened } = tip.open
  return (
    <div className="grid gap-4">
      <div className="card p-4">
        <h3 className="label mb-4 text-lg">Your card</h3>
        <CardForm
          formId={FORM}
          clientSecret={clientSecret}
          payments={payments}
          amountCents={opened.amountCents}
          beforeConfirm={isReady}
          onBusy={tip.setCardBusy}
          onConfirmed={tip.onCardConfirmed}
          onComplete={setComplete}
          page="tip"
        />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <Button tone="secondary" disabled={tip.isBusy} onClick={tip.cancel}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} disabled={!isComplete} loading={tip.isBusy}>
          Pay {formatMoney(opened.amountCents)}
        </Button>
      </div>
    </div>
  )
}

const isReady = async () => true

/** What the fan has chosen in the tip section, and typed beside "Custom". */
export type TipChoice = { chosen: 'preset-0' | 'preset-1' | 'custom' | null; typed: string }
export const NO_TIP: TipChoice = { chosen: null, typed: '' }

/** Returns the chosen tip in cents; 0 while the choice is no tip that can be given (S2-5.39). */
export function tipCents({ chosen, typed }: TipChoice): number {
  if (chosen === 'preset-0') return LIMITS.presetTipsCents[0]
  if (chosen === 'preset-1') return LIMITS.presetTipsCents[1]
  const cents = chosen === 'custom' ? dollarsToCents(typed) : null
  return cents !== null && checkTip(cents).ok ? cents : 0
}

/** Returns the problem of the typed amount, so that less than $2 does not silently become no tip (D16). */
export function tipProblem({ chosen, typed }: TipChoice): string | null {
  if (chosen !== 'custom' || typed.trim() === '') return null
  const cents = dollarsToCents(typed)
  if (cents === null) return 'Please enter an amount in dollars, such as 7.50.'
  const checked = checkTip(cents)
  if (checked.ok) return null
  return checked.refusal.code === 'bad-shape' ? 'That amount is too high.' : refusalText(checked.refusal)
}
