import type { HoldState } from '../../../sync/payment/amount.ts'
import { isAsPrepared } from './ask-draft.ts'
import type { Sending } from './send-ask.ts'
import type { CardStage, SendingStage } from './sending-stage.ts'

type Known = {
  sending: Pick<Sending, 'draft' | 'amountCents'>
  /** How far the question's last hold is; null if the server gave no answer. */
  hold: HoldState | null
  /** The payment whose card was confirmed last, whether or not that succeeded. */
  tried: string | null
}

/**
 * Checks whether the payment on the screen may no longer be the question's, because another tab has changed the
 * question, or has cancelled or replaced the payment. An attempt that failed may be due to the latter.
 */
export function isCardOutdated(card: CardStage | null, { sending, hold, tried }: Known): boolean {
  if (!card) return false
  if (card.amountCents !== sending.amountCents || !isAsPrepared(sending.draft)) return true
  return card.paymentIntentId === tried || (hold !== null && hold !== 'pending')
}

const LET_GO: readonly (HoldState | null)[] = ['releasing', 'released']

/** Checks whether the payment of a question that is neither asked nor given back was let go. */
export function isLetGo({ known, hold }: { known: SendingStage | null; hold: HoldState | null }): boolean {
  return known === null && LET_GO.includes(hold)
}
