import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { Moment } from '../../../sync/moment.ts'
import { floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import type { AskDraft } from './ask-draft.ts'

/** The athlete's price terms as the fan who writes the question was shown them. */
export type ShownTerms = Pick<PriceTerms, 'priceCents' | 'promo'>
/** The athlete a question goes to, kept with the draft so that the app can name them offline. */
export type Addressee = { username: string; firstName: string }

type Priced = Pick<AskDraft, 'step' | 'to' | 'shown' | 'before' | 'firstTime' | 'confirmed'>

/** The step of the wizard that settles the price and the card; the first step is 0. */
export const PAYMENT_STEP = 2

/** Checks whether these are the terms that the fan was shown last. */
export function isShown({ shown }: Pick<Priced, 'shown'>, now: ShownTerms): boolean {
  return shown?.priceCents === now.priceCents && shown?.promo === now.promo
}

/**
 * Returns the draft with the athlete's current terms. If they differ from the terms shown before, keeps those in
 * `before`, and the fan has to confirm again.
 */
export function withTerms<D extends Priced>(draft: D, to: Addressee, now: ShownTerms): D {
  const { shown } = draft
  const told = { ...draft, to, shown: { priceCents: now.priceCents, promo: now.promo } }
  if (!shown || isShown(draft, now) || draft.to?.username !== to.username) return told
  const firstTime = shown.promo === now.promo ? draft.firstTime : null
  return { ...told, firstTime, confirmed: false, before: beforeOf(draft, shown) }
}

/**
 * Returns the draft with the server's word on whether this is a first question (S1-4.8, S1-4.9). Because the amount
 * can change, the fan has to confirm again, and a fan who has already seen a price is told of the change.
 */
export function withFirstTime<D extends Priced>(draft: D, firstTime: boolean): D {
  if (draft.firstTime === firstTime) return draft
  const { shown, step } = draft
  const before = shown && step >= PAYMENT_STEP ? beforeOf(draft, shown) : draft.before
  return { ...draft, firstTime, confirmed: false, before }
}

function beforeOf({ before, firstTime }: Priced, shown: ShownTerms): PriceTerms {
  return before ?? { ...shown, firstTime: firstTime ?? shown.promo }
}

/** Returns a sentence on how the price has changed since it was shown; null when the amount is the same. */
export function changeText(before: PriceTerms | null, now: PriceTerms, name: string): string | null {
  if (!before) return null
  const [was, is] = [floorCents({ ...before, discount: now.discount }), floorCents(now)]
  if (was === is) return null
  const [cost, costs] = [formatMoney(was), formatMoney(is)]
  if (was === 0 && before.promo && before.firstTime) {
    return now.promo
      ? `This is not your first question to ${name}, so it is not free: an answer costs ${costs}.`
      : `First questions to ${name} are no longer free: an answer costs ${costs}.`
  }
  if (is === 0 && now.promo && now.firstTime)
    return `First questions to ${name} are free now. When you wrote this, an answer cost ${cost}.`
  if (is === 0) return `${name} answers for free now. When you wrote this, an answer cost ${cost}.`
  if (was === 0) return `An answer from ${name} costs ${costs} now. When you wrote this, it was free.`
  return `An answer from ${name} costs ${costs} now. When you wrote this, it cost ${cost}.`
}

/** Returns why the athlete cannot be asked right now, and until when, if they said so (D82); null when they can. */
export function closedText(
  { firstName, paused, pausedUntil }: Pick<PublicAthlete, 'firstName' | 'paused' | 'pausedUntil'>,
  { isGone, now }: { isGone: boolean; now: Moment },
): string | null {
  if (isGone) return `${firstName} no longer takes questions. Yours stays ${keptWhere()}.`
  if (!paused) return null
  const until = pausedUntil !== null && pausedUntil > now ? `until ${formatDate(pausedUntil)}` : 'for now'
  return `${firstName} has paused new requests ${until}. Your question stays ${keptWhere()}.`
}
