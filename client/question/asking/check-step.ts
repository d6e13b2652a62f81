import type { Asker } from '../../../sync/account/asker.ts'
import { COPY } from '../../../sync/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { checkAmount, floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import { checkContent } from '../../../sync/question/ask.ts'
import { isPlainText, prose } from '../../../sync/shape.ts'
import { formatMoney } from '../../text/format-money.ts'
import { lineProblem, personProblems, UNREADABLE } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'
import { type AskDraft, offeredCents } from './ask-draft.ts'

export type DraftField = 'subject' | 'content' | keyof Asker | 'amount' | 'confirmed'
export type StepProblems = Partial<Record<DraftField, string>>

type Facts = { terms: PriceTerms; now: number }

/** Returns the problems that keep the fan from leaving a step, by field; empty when there are none (S1-4.19). */
export function checkStep(step: number, draft: AskDraft, facts: Facts): StepProblems {
  if (step === 0) return checkQuestion(draft)
  if (step === 1) return personProblems(draft.asker, facts.now)
  return step === 2 ? checkPayment(draft, facts.terms) : {}
}

/** Returns the first incomplete step; null when the question is complete. */
export function firstUnfinished(draft: AskDraft, facts: Facts): number | null {
  return [0, 1, 2].find((step) => Object.keys(checkStep(step, draft, facts)).length > 0) ?? null
}

function checkQuestion({ subject, text, video, page }: AskDraft): StepProblems {
  const problems: StepProblems = {}
  const problem = lineProblem(subject, {
    wanted: 'Give your question a subject.',
    max: LIMITS.subjectCharacters,
  })
  if (problem) problems.subject = problem
  if (!video) {
    if (text.trim() === '') problems.content = refusalText({ code: 'nothing-asked' })
    else if (!prose(LIMITS.textCharacters).safeParse(text).success)
      problems.content = isPlainText(text) ? `At most ${LIMITS.textCharacters} characters.` : UNREADABLE
  } else {
    const content = checkContent({ kind: 'video', text: '', video, page })
    if (!content.ok) problems.content = refusalText(content.refusal)
  }
  return problems
}

function checkPayment(draft: AskDraft, terms: PriceTerms): StepProblems {
  const amount = offeredCents(draft, terms)
  const floor = floorCents(terms)
  if (amount === null) {
    // Keep the typed text, because silently dropping a letter or a comma would change the amount (S1-5.19).
    if (draft.typedAmount.trim() !== '')
      return { amount: 'Please enter an amount in dollars, such as 20.50.' }
    return { amount: floor > 0 ? abovePrice(floor) : COPY.minimumTip }
  }
  const checked = checkAmount(terms, amount)
  if (!checked.ok) return { amount: amountText(checked.refusal) }
  if (floor > 0 && !draft.confirmed) return { confirmed: 'Tick the box to confirm the payment.' }
  // A fan who chose a custom tip and typed zero has not entered a tip.
  return draft.offer === 'custom' && floor === 0 && amount === 0 ? { amount: COPY.minimumTip } : {}
}

function amountText(refusal: Parameters<typeof refusalText>[0]): string {
  if (refusal.code === 'bad-shape') return `At most ${formatMoney(LIMITS.highestAmountCents)}.`
  return refusalText(refusal)
}

function abovePrice(floor: number): string {
  return refusalText({ code: 'amount-below-price', detail: { priceCents: floor } })
}
