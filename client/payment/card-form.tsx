import type { CardFormProps } from './card-seam.tsx'
import { StandInForm } from './stand-in-form.tsx'
import { StripeForm } from './stripe-form.tsx'

/** Shows the provider's card form, the local stand-in's or Stripe's own element, with the same props (S1-4.16). */
export function CardForm(props: CardFormProps) {
  return props.payments.mode === 'stripe' ? (
    <StripeForm {...props} publishableKey={props.payments.publishableKey} />
  ) : (
    <StandInForm {...props} />
  )
}
