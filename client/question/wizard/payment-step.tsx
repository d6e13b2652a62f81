import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import { formatMoney } from '../../text/format-money.ts'
import { CheckField } from '../../ui/form/check-field.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import { type AskDraft, type DraftEvent, type Offer, offeredCents } from '../asking/ask-draft.ts'
import type { StepProblems } from '../asking/check-step.ts'

type PaymentStepProps = {
  draft: AskDraft
  terms: PriceTerms
  athleteName: string
  dispatch: (event: DraftEvent) => void
  problems: StepProblems
  /** The field for a discount code; it comes before the consent, because a code changes the amount. */
  code?: ReactNode
}

/** Renders step 3: what the fan offers, and what happens with it (S1-4.12, S1-4.13). */
export function PaymentStep(props: PaymentStepProps) {
  const { draft, terms } = props
  const floor = floorCents(terms)
  const amount = props.problems.amount ? null : offeredCents(draft, terms)
  const isPaid = floor > 0 || amount === null || amount > 0
  return (
    <div className="grid gap-6">
      {floor > 0 ? <Price {...props} floor={floor} /> : <Tip {...props} />}
      {props.code}
      {isPaid && <WhatHappens amountCents={amount} athleteName={props.athleteName} />}
      {floor > 0 && amount !== null && (
        <CheckField
          label={`I understand that ${formatMoney(amount)} is only held on my card now, and charged only when I get an answer.`}
          checked={draft.confirmed}
          onChange={({ target }) => props.dispatch({ type: 'confirmed', confirmed: target.checked })}
        />
      )}
    </div>
  )
}

function Price({
  draft,
  terms,
  floor,
  athleteName,
  dispatch,
  problems,
}: PaymentStepProps & { floor: number }) {
  const full = terms.priceCents ?? 0
  const offersMore = draft.offer === 'more'
  // The large amount is what would be held, so it stays the price while an offer is not valid.
  const shown = (problems.amount ? null : offeredCents(draft, terms)) ?? floor
  return (
    <div className="grid gap-4">
      <div className="card flex items-end justify-between gap-4 p-5">
        <p>
          <span className="label block text-muted text-sm">One answer from {athleteName}</span>
          <span className="display figures text-4xl">{formatMoney(shown)}</span>
          {shown < full && (
            <span className="figures text-muted text-sm"> instead of {formatMoney(full)}</span>
          )}
          {terms.promo && !terms.firstTime && (
            <span className="mt-1 block text-muted text-sm">
              Only your first question to {athleteName} was free.
            </span>
          )}
        </p>
        <Icon name="card" className="mb-1 size-8 text-muted" />
      </div>
      <CheckField
        label="Offer more than the price"
        checked={offersMore}
        onChange={({ target }) => dispatch({ type: 'offer', offer: target.checked ? 'more' : 'price' })}
      />
      {offersMore && (
        <AmountField label="Your offer" draft={draft} dispatch={dispatch} problem={problems.amount} />
      )}
    </div>
  )
}

function Tip({ draft, terms, athleteName, dispatch, problems }: PaymentStepProps) {
  const [five, ten] = LIMITS.presetTipsCents
  const offer = draft.offer === 'price' || draft.offer === 'more' ? 'none' : draft.offer
  const hasPrice = (terms.priceCents ?? 0) > 0
  const isFirst = terms.promo && terms.firstTime && hasPrice
  return (
    <div className="grid gap-4">
      <p className="text-lg">
        {isFirst
          ? `Your first question to ${athleteName} is free.`
          : hasPrice
            ? 'Your code covers the whole price.'
            : `${athleteName} answers for free.`}{' '}
        A tip is welcome, and yours to decide.
      </p>
      <ChoiceField<Offer>
        label="Tip"
        name="tip"
        value={offer}
        choices={[
          { value: 'none', label: 'No tip' },
          { value: 'preset-0', label: formatMoney(five) },
          { value: 'preset-1', label: formatMoney(ten) },
          { value: 'custom', label: 'Custom' },
        ]}
        onChange={(chosen) => dispatch({ type: 'offer', offer: chosen })}
      />
      {offer === 'custom' && (
        <AmountField label="Your tip" draft={draft} dispatch={dispatch} problem={problems.amount} />
      )}
    </div>
  )
}

type AmountFieldProps = Pick<PaymentStepProps, 'draft' | 'dispatch'> & { label: string; problem?: string }

function AmountField({ label, draft, dispatch, problem }: AmountFieldProps) {
  const [hasLeft, setLeft] = useState(draft.typedAmount !== '')
  return (
    <MoneyField
      label={label}
      value={draft.typedAmount}
      error={hasLeft ? problem : null}
      onBlur={() => setLeft(draft.typedAmount !== '')}
      onChange={(typed) => dispatch({ type: 'typed-amount', typed })}
    />
  )
}

type WhatHappensProps = { amountCents: number | null; athleteName: string }

/** Says exactly when the amount is held, charged and released, before the page asks for a card (S1-4.24). */
function WhatHappens({ amountCents, athleteName }: WhatHappensProps) {
  const amount = amountCents === null ? 'The amount' : formatMoney(amountCents)
  const lines: { icon: IconName; word: string; text: string }[] = [
    {
      icon: 'lock',
      word: 'Held',
      text: `${amount}, in US dollars, is set aside on your card when you send the question.`,
    },
    {
      icon: 'check',
      word: 'Charged',
      text: `Only when ${athleteName}’s answer has arrived.`,
    },
    {
      icon: 'arrow-left',
      word: 'Released',
      text: 'In full, if it is not approved, is declined, or is not answered in time.',
    },
  ]
  return (
    <dl className="grid gap-3 border-t pt-5">
      {lines.map(({ icon, word, text }) => (
        <div key={word} className="flex gap-3 text-sm">
          <Icon name={icon} className="mt-0.5 size-5 text-signal-text" />
          <dt className="label w-18 shrink-0">{word}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
