/** The part of Stripe.js that the card form uses. */
export type StripeElement = {
  mount(into: HTMLElement): void
  destroy(): void
  on(event: 'ready' | 'loaderror' | 'change', listener: (change?: { complete?: boolean }) => void): void
}
export type StripeElements = {
  create(kind: 'payment', options: object): StripeElement
  submit(): Promise<{ error?: { message?: string } }>
}
/** An error of Stripe; `payment_intent` where it knows how the payment stands. */
export type StripeError = { type?: string; message?: string; payment_intent?: { status: string } }
export type Stripe = {
  elements(options: { clientSecret: string; appearance: object }): StripeElements
  confirmPayment(options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }): Promise<{ error?: StripeError; paymentIntent?: { status: string } }>
  retrievePaymentIntent(
    clientSecret: string,
  ): Promise<{ error?: StripeError; paymentIntent?: { status: string } }>
}

const SOURCE = 'https://js.stripe.com/v3/'
let loading: Promise<Stripe> | null = null

/** Loads Stripe for this publishable key. Its script comes from Stripe itself, once, and only for a card form. */
export function loadStripe(publishableKey: string): Promise<Stripe> {
  loading ??= loadScript()
    .then(() => {
      const { Stripe } = window as unknown as { Stripe?: (key: string) => Stripe }
      if (!Stripe) throw new Error('the payment script did not come up')
      return Stripe(publishableKey)
    })
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SOURCE
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the payment script could not be loaded'))
    })
    document.head.append(script)
  })
}
