import { useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { useOnline } from '../../api/connection.ts'
import { serverNow } from '../../api/session.ts'
import { type AskDraft, LAST_STEP, offeredCents, termsOf } from './ask-draft.ts'
import type { FoundDraft } from './find-drafts.ts'
import type { SenderFacts } from './sender.ts'
import { usePricing, useToldBeforePaying } from './use-pricing.ts'
import { useSending } from './use-sending.ts'

/** A question that was asked, for the screen that says so. */
export type AskedQuestion = {
  viewPath: string | null
  /** It went in before this screen was opened again. */
  wasEarlier: boolean
  email: string
  /** A card is held for it. */
  isPaid: boolean
}

type AskFlowFacts = Omit<SenderFacts, 'onAsked'> & {
  /** The question is asked: the draft goes. */
  onAsked: (asked: AskedQuestion) => Promise<void>
}

/** What asking a question needs whatever it looks like: what it costs, how it is sent, and whether it may be paid. */
export type AskFlow = ReturnType<typeof useAskFlow>

/** Prices and sends the question that is being written, in the wizard's dialog and on the page of its own alike (D67). */
export function useAskFlow(given: AskFlowFacts) {
  const { draft, onAsked } = given
  const pricing = usePricing(given)
  const { athlete, change, closed, isAsking } = pricing
  const terms = termsOf(draft, athlete)
  const amountCents = offeredCents(draft, terms) ?? 0
  const sending = useSending({
    ...given,
    athlete,
    onAsked: (asked) => onAsked({ ...asked, email: draft.asker.email, isPaid: amountCents > 0 }),
  })
  const [isCardBusy, setCardBusy] = useState(false)
  return {
    pricing,
    athlete,
    facts: { terms, now: serverNow() },
    amountCents,
    sending,
    /** The payment is set up once its writer has heard what it costs now, and not before. */
    mayPay: closed === null && change === null && !isAsking,
    isCardBusy,
    onCardBusy: setCardBusy,
  }
}

/**
 * What comes by itself on the step that sends: the way back to the price where it has changed, the truth about an earlier
 * try, and the end of a payment that was set up when the step is left (S2-4.26).
 */
export function useLastStep(
  { pricing, sending, isCardBusy }: AskFlow,
  { draft, step, back }: { draft: AskDraft; step: number; back: (step: number) => void },
): void {
  useToldBeforePaying({ pricing, step, sending, isCardBusy, back })
  const { sender } = sending
  const online = useOnline()
  const wasPrepared = useRef(draft.prepared)
  useEffect(() => {
    if (!online || !wasPrepared.current) return
    wasPrepared.current = false
    void sender.lookBack()
  }, [online, sender])
  const wasLast = useRef(false)
  useEffect(() => {
    if (wasLast.current && step < LAST_STEP) sender.reset()
    wasLast.current = step === LAST_STEP
  }, [step, sender])
}

/** What a draft that was found says of itself where it was asked already; null where it is still to be asked. */
export function askedEarlier({ draft, asked }: FoundDraft, athlete: PublicAthlete): AskedQuestion | null {
  if (!asked) return null
  const isPaid = (offeredCents(draft, termsOf(draft, athlete)) ?? 0) > 0
  return { ...asked, wasEarlier: true, email: draft.asker.email, isPaid }
}
