import { type Asker, checkBirthDate } from '../../../sync/account/asker.ts'
import { isCountry } from '../../../sync/account/countries.ts'
import { COPY } from '../../../sync/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { checkAmount, floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import { day, email, line, prose } from '../../../sync/shape.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { type AskDraft, offeredCents } from './ask-draft.ts'

export type DraftField = 'subject' | 'content' | keyof Asker | 'amount' | 'confirmed'
export type StepProblems = Partial<Record<DraftField, string>>

type Facts = { terms: PriceTerms; now: number }

/** What still stands between a step and the next one, field by field; empty when it may be left (S1-4.19). */
export function checkStep(step: number, draft: AskDraft, facts: Facts): StepProblems {
  if (step === 0) return checkQuestion(draft)
  if (step === 1) return checkInformation(draft.asker, facts.now)
  return step === 2 ? checkPayment(draft, facts.terms) : {}
}

/** The first step that still lacks something; null when the question is whole. */
export function firstUnfinished(draft: AskDraft, facts: Facts): number | null {
  return [0, 1, 2].find((step) => Object.keys(checkStep(step, draft, facts)).length > 0) ?? null
}

function checkQuestion({ subject, text, video }: AskDraft): StepProblems {
  const problems: StepProblems = {}
  if (!line(LIMITS.subjectCharacters).safeParse(subject).success) {
    problems.subject =
      subject.trim() === ''
        ? 'Give your question a subject.'
        : `At most ${LIMITS.subjectCharacters} characters on one line.`
  }
  if (!video) {
    if (text.trim() === '') problems.content = refusalText({ code: 'nothing-asked' })
    else if (!prose(LIMITS.textCharacters).safeParse(text).success)
      problems.content = `At most ${LIMITS.textCharacters} characters.`
  }
  return problems
}

function checkInformation(asker: Asker, now: number): StepProblems {
  const problems: StepProblems = {}
  const words = (field: 'firstName' | 'lastName' | 'city', wanted: string, max: number) => {
    if (!line(max).safeParse(asker[field]).success)
      problems[field] = asker[field].trim() === '' ? wanted : `At most ${max} characters.`
  }
  words('firstName', 'Enter your first name.', LIMITS.nameCharacters)
  words('lastName', 'Enter your last name.', LIMITS.nameCharacters)
  words('city', 'Enter your city.', LIMITS.cityCharacters)
  const birth = birthProblem(asker.birthDate, now)
  if (birth) problems.birthDate = birth
  if (!isCountry(asker.countryCode)) problems.countryCode = refusalText({ code: 'unknown-country' })
  if (!email(LIMITS.emailCharacters).safeParse(asker.email).success)
    problems.email = 'Enter an e-mail address such as name@example.com.'
  return problems
}

function birthProblem(birthDate: string, now: number): string | null {
  if (birthDate === '') return 'Enter your date of birth.'
  if (!day.safeParse(birthDate).success) return refusalText({ code: 'bad-birth-date' })
  const checked = checkBirthDate(birthDate, now)
  return checked.ok ? null : refusalText(checked.refusal)
}

function checkPayment(draft: AskDraft, terms: PriceTerms): StepProblems {
  const amount = offeredCents(draft, terms)
  const floor = floorCents(terms)
  if (amount === null) return { amount: floor > 0 ? abovePrice(floor) : COPY.minimumTip }
  const checked = checkAmount(terms, amount)
  if (!checked.ok) return { amount: amountText(checked.refusal) }
  if (floor > 0 && !draft.confirmed) return { confirmed: 'Tick the box to confirm the payment.' }
  // a tip of one's own that is nothing at all is not what was chosen
  return draft.offer === 'custom' && floor === 0 && amount === 0 ? { amount: COPY.minimumTip } : {}
}

function amountText(refusal: Parameters<typeof refusalText>[0]): string {
  if (refusal.code === 'bad-shape') return `At most ${formatMoney(LIMITS.highestAmountCents)}.`
  return refusalText(refusal)
}

function abovePrice(floor: number): string {
  return refusalText({ code: 'amount-below-price', detail: { priceCents: floor } })
}
