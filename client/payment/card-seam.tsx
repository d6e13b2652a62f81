import { useEffect, useRef } from 'react'
import type { SessionAnswer } from '../../sync/calls.ts'
import { COPY } from '../../sync/copy.ts'
import { FieldError } from '../ui/form/field.tsx'

export type CardFormProps = {
  /** The form's id: the screen's main button submits it from wherever it stands, with `form={formId}`. */
  formId: string
  clientSecret: string
  payments: SessionAnswer['payments']
  amountCents: number
  /** What has to be done before the card is asked, such as the video's upload; false when it could not be. */
  beforeConfirm: () => Promise<boolean>
  /** True while something is under way that must not be pressed again. */
  onBusy: (isBusy: boolean) => void
  /** The provider says that the amount is held; only the server's word makes it so. */
  onConfirmed: () => void
  /** Whose words a refused card is told in; without it, the wizard's. A tip is taken at once, everything else held. */
  page?: 'request' | 'tip'
  /** Whether everything a card needs is typed. */
  onComplete?: (isComplete: boolean) => void
}

/** What became of a try to confirm a card; `problem` is for people. */
export type Confirmation = { ok: true } | { ok: false; problem: string }

/** What is said of a card that could not be asked, whose form could not be read, and that was refused. */
type CardWords = {
  notLoaded: string
  unread: (reason?: string) => string
  refused: (reason?: string) => string
}

const refusedCard = (reason?: string) => (reason ? `${COPY.cardDetails} ${reason}` : COPY.cardDetails)

/** The wizard's words (S1-8, card confirmation), the request page's (S2-8.16–8.19) and the tip section's (S2-8.35). */
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

export function cardWords(page: CardFormProps['page']): CardWords {
  return WORDS[page ?? 'wizard']
}

/** Where a confirmed card has led: held, or for a tip paid. */
export const confirmedStatus = (page: CardFormProps['page']) =>
  page === 'tip' ? 'succeeded' : 'requires_capture'

/** What stood in the way of one try, in words; another try that fails alike is another trouble. */
export type CardTrouble = { text: string }

/** What is wrong with the card; the button that was pressed may stand a screen away from it. */
export function CardProblem({ problem }: { problem: CardTrouble | null }) {
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
