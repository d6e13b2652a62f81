import { useEffect, useRef, useState } from 'react'
import { COPY } from '../../sync/copy.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import {
  type CardFormProps,
  CardProblem,
  type Confirmation,
  cardWords,
  confirmedStatus,
  NO_ANSWER,
} from './card-seam.tsx'
import { loadStripe, type Stripe, type StripeElements } from './stripe-script.ts'
import { useConfirmation } from './use-confirmation.ts'

type StripeFormProps = CardFormProps & { publishableKey: string }
type Ready = { stripe: Stripe; elements: StripeElements }

/** Shows Stripe's Payment Element, so that card numbers never touch our own page. */
export function StripeForm({ publishableKey, clientSecret, formId, ...seam }: StripeFormProps) {
  const { place, ready, state, tryAgain } = usePaymentElement(publishableKey, clientSecret, seam.onComplete)
  const shown = state === 'ready' ? ready : null
  const { submit, problem } = useConfirmation(
    seam,
    () => confirmPayment(shown, clientSecret, seam.page),
    () => checkCard(shown, seam.page),
  )
  return (
    <form id={formId} onSubmit={submit} className="grid gap-4">
      {state === 'loading' && <Skeleton className="h-48 w-full" />}
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-3 text-sm">
          <p>{COPY.paymentSetup}</p>
          <Button tone="secondary" size="small" icon="retry" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      )}
      <div ref={place} className={state === 'ready' ? '' : 'h-0 overflow-hidden'} />
      <CardProblem problem={problem} />
    </form>
  )
}

/** Has Stripe's script check the fields. Returns what they lack, as a text for the user. */
export async function checkCard(ready: Ready | null, page: CardFormProps['page']): Promise<string | null> {
  const words = cardWords(page)
  if (!ready) return words.notLoaded
  const { error } = await ready.elements.submit()
  return error ? words.unread(error.message) : null
}

/** Stripe writes the messages of these errors for whoever holds the card. */
const ABOUT_THE_CARD = ['card_error', 'validation_error']

/**
 * Asks Stripe's script to confirm the card. The browser leaves the page only if the card requires it (S1-7.12). Where
 * Stripe's answer was lost, asks how the payment stands, because the card may be held or charged all the same.
 */
export async function confirmPayment(
  ready: Ready | null,
  clientSecret: string,
  page: CardFormProps['page'],
): Promise<Confirmation> {
  const words = cardWords(page)
  if (!ready) return { ok: false, problem: words.notLoaded }
  const { stripe, elements } = ready
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: `${location.origin}${location.pathname}` },
  })
  const isAboutCard = error?.type !== undefined && ABOUT_THE_CARD.includes(error.type)
  const intent =
    paymentIntent ?? error?.payment_intent ?? (isAboutCard ? null : await readIntent(stripe, clientSecret))
  if (intent?.status === confirmedStatus(page)) return { ok: true }
  if (error && !isAboutCard && !intent) return { ok: false, problem: NO_ANSWER }
  return { ok: false, problem: words.refused(isAboutCard ? error.message : undefined) }
}

/** Returns how a payment stands; null where Stripe does not say. */
async function readIntent(stripe: Stripe, clientSecret: string): Promise<{ status: string } | null> {
  const { paymentIntent } = await stripe
    .retrievePaymentIntent(clientSecret)
    .catch(() => ({ paymentIntent: null }))
  return paymentIntent ?? null
}

/**
 * The card alone, because a wallet opens only within the press of a button, and here a video may be uploaded between
 * the press and the payment.
 */
const NO_WALLETS = { applePay: 'never', googlePay: 'never', link: 'never' }

function usePaymentElement(
  publishableKey: string,
  clientSecret: string,
  onComplete?: CardFormProps['onComplete'],
) {
  const place = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState<Ready | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let leave = () => {}
    let isOver = false
    setState('loading')
    onComplete?.(false)
    loadStripe(publishableKey).then(
      (stripe) => {
        if (isOver || !place.current) return
        const elements = stripe.elements({ clientSecret, appearance: appearanceOf(place.current) })
        const element = elements.create('payment', { layout: 'tabs', wallets: NO_WALLETS })
        element.on('ready', () => setState('ready'))
        element.on('loaderror', () => setState('failed'))
        element.on('change', (change) => onComplete?.(change?.complete === true))
        element.mount(place.current)
        leave = () => element.destroy()
        setReady({ stripe, elements })
      },
      () => !isOver && setState('failed'),
    )
    return () => {
      isOver = true
      leave()
      setReady(null)
    }
  }, [publishableKey, clientSecret, onComplete, round])
  return { place, ready, state, tryAgain: () => setRound(round + 1) }
}

/** Returns our current colours as values, because the element is in a frame that cannot read our CSS variables. */
function appearanceOf(place: HTMLElement) {
  const { color, fontSize } = getComputedStyle(place)
  const token = (name: string) => resolveColour(place, name)
  return {
    theme: 'flat',
    variables: {
      colorText: color,
      colorBackground: token('--surface'),
      colorPrimary: token('--signal'),
      colorDanger: token('--danger'),
      borderRadius: '6px',
      fontSizeBase: fontSize,
    },
  }
}

function resolveColour(place: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
