import type { CardFormProps } from './card-seam.tsx'
import { StandInForm } from './stand-in-form.tsx'
import { StripeForm } from './stripe-form.tsx'

/** The card, wherever payments go: the local stand-in or Stripe's own element, behind one seam (S1-4.16). */
export function CardForm(props: CardFormProps) {
  return props.payments.mode === 'stripe' ? (
    <StripeForm {...props} publishableKey={props.payments.publishableKey} />
  ) : (
    <StandInForm {...props} />
  )
}
