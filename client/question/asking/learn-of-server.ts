import { floorCents } from '../../../sync/payment/amount.ts'
import { discardTake } from '../../store/takes.ts'
import { refusalText } from '../../text/refusals.ts'
import { type AskDraft, nextDraft, termsOf } from './ask-draft.ts'
import { leftOf, type Prepared, type Problem } from './send-ask.ts'
import type { SenderFacts } from './sender-facts.ts'

/**
 * Puts into the draft what the server answered when it stored the question with the words of `sent`. Returns the draft
 * as the server has it; the screen's may have been changed since.
 */
export function applyPrepared(
  { firstTime, renewed }: Prepared,
  sent: AskDraft,
  { dispatch, athlete }: SenderFacts,
): AskDraft {
  const words = { ...sent, ...renewed }
  if (athlete.promo) dispatch({ type: 'first-time', firstTime })
  dispatch({ type: 'prepared', words })
  return nextDraft(words, { type: 'prepared', words })
}

/** Removes a refused discount code; when the amount was too low, no longer takes the question for a first one. */
export function learnPrice(problem: Problem | null, { draft, athlete, dispatch }: SenderFacts): void {
  if (problem?.code?.startsWith('discount-')) dispatch({ type: 'discount', discount: null })
  const isFree = floorCents(termsOf(draft, athlete)) === 0
  if (problem?.code === 'amount-below-price' && athlete.promo && isFree)
    dispatch({ type: 'first-time', firstTime: false })
}

/**
 * Makes a draft again of a question that was given back, under a new id. The words and the video stay; a video that
 * never arrived gets a new id too, and an unreadable one is discarded. Returns false when it has to be recorded anew.
 */
export async function makeDraftAgain(reason: string | null, facts: SenderFacts): Promise<boolean> {
  const { device, draft, dispatch } = facts
  if (reason === 'discount-gone') dispatch({ type: 'discount', discount: null })
  if (reason === 'video-unreadable' && draft.video) await discardTake(device, draft.video.id)
  const { questionId, video } = await leftOf(reason, facts)
  dispatch({ type: 'given-back', questionId, video })
  return video !== null || draft.video === null
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
