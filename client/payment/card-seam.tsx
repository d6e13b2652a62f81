import { useEffect, useRef } from 'react'
import type { SessionAnswer } from '../../sync/calls.ts'
import { COPY } from '../../sync/copy.ts'
import { FieldError } from '../ui/form/field.tsx'

export type CardFormProps = {
  /** The form's id, so that the screen's main button can submit it from anywhere, by `form={formId}`. */
  formId: string
  clientSecret: string
  payments: SessionAnswer['payments']
  amountCents: number
  /** Does what has to come before the confirmation, such as the video's upload. Returns false if that failed. */
  beforeConfirm: () => Promise<boolean>
  /** Called with true while a confirmation is under way, so that the button cannot be pressed again. */
  onBusy: (isBusy: boolean) => void
  /**
   * Called when the provider says that the amount is held, or a tip paid. Only the server's word makes it so. The form
   * cannot be submitted again until the promise settles.
   */
  onConfirmed: () => Promise<unknown>
  /**
   * The page whose words report a refused card; without it, the wizard's. A tip is charged at once, and
   * everything else is held.
   */
  page?: 'request' | 'tip'
  /** Called with whether all card fields are filled in. */
  onComplete?: (isComplete: boolean) => void
}

/** The result of an attempt to confirm a card. `problem` is a text for the user. */
export type Confirmation = { ok: true } | { ok: false; problem: string }

/** The texts for a form that has not loaded, for card fields that are not complete, and for a refused card. */
type CardWords = {
  notLoaded: string
  unread: (reason?: string) => string
  refused: (reason?: string) => string
}

const refusedCard = (reason?: string) => (reason ? `${COPY.cardDetails} ${reason}` : COPY.cardDetails)

/**
 * The words of the wizard (S1-8, card confirmation), the request page (S2-8.16–8.19) and the tip section (S2-8.35).
 */
const WORDS: Record<'wizard' | 'request' | 'tip', CardWords> = {
  tip: {
    notLoaded: COPY.stripeNotLoaded,
    unread: (reason) => reason || COPY.tipUnverified,
    refused: (reason) => reason || COPY.tipUnverified,
  },
  wizard: { notLoaded: COPY.paymentSetup, unread: refusedCard, refused: refusedCard },
  request: {
    notLoaded: COPY.stripeNotLoaded,
    unread: (reason) => (reason ? `${COPY.formNotSubmitted} ${reason}` : COPY.notSuccessful),
    refused: (reason) => (reason ? `${COPY.paymentFailed} ${reason}` : COPY.notSuccessful),
  },
}

/** Said where it is not known what became of a card. A payment that is confirmed again is taken once. */
export const NO_ANSWER =
  'The payment provider could not be reached, so it is not known yet whether your card went through. Try again: nothing is taken twice.'

export function cardWords(page: CardFormProps['page']): CardWords {
  return WORDS[page ?? 'wizard']
}

/** Returns the status of a confirmed payment: captured for a tip, otherwise held. */
export const confirmedStatus = (page: CardFormProps['page']) =>
  page === 'tip' ? 'succeeded' : 'requires_capture'

/** The problem of one attempt. Each attempt makes a new object, so that the same text again counts as a change. */
export type CardError = { text: string }

/** Shows the problem and scrolls to it, because the button that was pressed may be a screen away. */
export function CardProblem({ problem }: { problem: CardError | null }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={ref} className="scroll-my-4">
      <FieldError error={problem?.text} />
    </div>
  )
}
