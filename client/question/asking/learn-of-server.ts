import { floorCents } from '../../../sync/payment/amount.ts'
import { refusalText } from '../../text/refusals.ts'
import { type AskDraft, termsOf } from './ask-draft.ts'
import { leftOf, type Prepared, type Problem } from './send-ask.ts'
import type { SenderFacts } from './sender-facts.ts'

/** Puts into the draft what the server answered when it stored the question with the words of `sent`. */
export function applyPrepared(
  { firstTime, renewed }: Prepared,
  sent: AskDraft,
  { dispatch, athlete }: SenderFacts,
): void {
  if (athlete.promo) dispatch({ type: 'first-time', firstTime })
  dispatch({ type: 'prepared', words: { ...sent, ...renewed } })
}

/** Removes a refused discount code; when the amount was too low, no longer takes the question for a first one. */
export function learnPrice(problem: Problem | null, { draft, athlete, dispatch }: SenderFacts): void {
  if (problem?.code?.startsWith('discount-')) dispatch({ type: 'discount', discount: null })
  const isFree = floorCents(termsOf(draft, athlete)) === 0
  if (problem?.code === 'amount-below-price' && athlete.promo && isFree)
    dispatch({ type: 'first-time', firstTime: false })
}

/**
 * Makes a new question's draft of words that are not those of the question that was asked, and returns what to tell
 * the fan. The video belongs to the question that was asked, so it goes on as a copy.
 */
export async function keepWords(facts: SenderFacts): Promise<Problem> {
  const { questionId, video } = await leftOf('video-not-there', facts)
  facts.dispatch({ type: 'given-back', questionId, video })
  return { text: refusalText({ code: 'ask-closed' }), code: 'ask-closed' }
}
