import { useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { useOnline } from '../../api/connection.ts'
import { serverNow } from '../../api/session.ts'
import { type AskDraft, LAST_STEP, offeredCents, termsOf } from './ask-draft.ts'
import { firstUnfinished } from './check-step.ts'
import type { FoundDraft } from './find-drafts.ts'
import type { SenderFacts } from './sender-facts.ts'
import { usePricing, useToldBeforePaying } from './use-pricing.ts'
import { useSending } from './use-sending.ts'

/** A question that was asked, for the screen that confirms it. */
export type AskedQuestion = {
  viewPath: string | null
  /** Whether the question had already been asked before this screen opened. */
  wasEarlier: boolean
  email: string
  /** Whether a card is held for the question. */
  isPaid: boolean
}

export type AskFlowFacts = Omit<SenderFacts, 'onAsked'> & {
  /** Called when the question is asked; the caller drops the draft. */
  onAsked: (asked: AskedQuestion) => Promise<void>
}

/** What every screen for asking needs: what the question costs, how it is sent, and whether the fan may pay. */
export type AskFlow = ReturnType<typeof useAskFlow>

/** Prices and sends the question that is being written, in the wizard's dialog and on the request page (D67). */
export function useAskFlow(given: AskFlowFacts) {
  const { draft, onAsked } = given
  const pricing = usePricing(given)
  const { athlete, change, closed, isAsking } = pricing
  const terms = termsOf(draft, athlete)
  const sending = useSending({
    ...given,
    athlete,
    onAsked: (asked) => onAsked({ ...asked, email: draft.asker.email, isPaid: amountCents > 0 }),
  })
  // A submitted question costs what it was submitted for, whatever the athlete asks now.
  const amountCents = sending.submittedCents ?? offeredCents(draft, terms) ?? 0
  const [isCardBusy, setCardBusy] = useState(false)
  return {
    pricing,
    athlete,
    facts: { terms, now: serverNow() },
    amountCents,
    sending,
    /** Whether the payment may be set up; false until the fan has heard what the question costs now. */
    mayPay: closed === null && change === null && !isAsking,
    /** Whether the card is being confirmed, or the server asked what became of it: then nothing is taken back. */
    isCardBusy: isCardBusy || sending.isConfirming,
    onCardBusy: (isBusy: boolean) => {
      setCardBusy(isBusy)
      if (!isBusy) sending.sender.endCard()
    },
  }
}

/**
 * Does what the step that sends does by itself: goes back to the price when it has changed, finds out what became
 * of an earlier attempt, and cancels the payment when the fan leaves the step (S2-4.26).
 */
export function useLastStep(
  flow: AskFlow,
  { draft, step, back }: { draft: AskDraft; step: number; back: (step: number) => void },
): void {
  const { pricing, sending, isCardBusy } = flow
  useToldBeforePaying({ pricing, step, sending, isCardBusy, back })
  useOtherAmount(flow, { draft, step })
  const { sender } = sending
  const online = useOnline()
  const wasPrepared = useRef(draft.prepared)
  useEffect(() => {
    if (!wasPrepared.current) return
    let isOver = false
    void sender.lookBack(online).then((hasLooked) => {
      isOver = true
      if (hasLooked && online) wasPrepared.current = false
    })
    return () => {
      // What this device knows offline gives way to what the server says once the network is back.
      if (!online && !isOver) sender.cancel()
    }
  }, [online, sender])
  const wasLast = useRef(false)
  useEffect(() => {
    if (wasLast.current && step < LAST_STEP) sender.reset()
    wasLast.current = step === LAST_STEP
  }, [step, sender])
}

/** Sets up the payment again when another tab has changed the amount, so that the card form holds what is shown. */
function useOtherAmount(flow: AskFlow, { draft, step }: { draft: AskDraft; step: number }): void {
  const { amountCents, facts, isCardBusy, mayPay } = flow
  const { card, problem, sender, stage } = flow.sending
  const online = useOnline()
  const isQuiet = stage.at === 'card' && !isCardBusy && !problem && step === LAST_STEP && online && mayPay
  const isOther = amountCents > 0 && card?.amountCents !== amountCents
  // While the fan is still typing there, the question is not complete.
  const isWanted = isQuiet && isOther && firstUnfinished(draft, facts) === null
  useEffect(() => {
    if (isWanted) void sender.prepare()
  }, [isWanted, sender])
}

/** Returns what to show for a found draft whose question was already asked; null when it is still to be asked. */
export function askedEarlier(
  { draft, asked, submittedCents }: FoundDraft,
  athlete: PublicAthlete,
): AskedQuestion | null {
  if (!asked) return null
  const amountCents = submittedCents ?? offeredCents(draft, termsOf(draft, athlete)) ?? 0
  return { ...asked, wasEarlier: true, email: draft.asker.email, isPaid: amountCents > 0 }
}
