import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { formatMoney } from '../text/format-money.ts'

/** Returns the price in a few words: "$15 a question", "First one free, then $15", "Free, tips welcome". */
export function priceText({ priceCents, promo }: Pick<PublicAthlete, 'priceCents' | 'promo'>): string {
  if (!priceCents) return 'Free, tips welcome'
  return promo ? `First one free, then ${formatMoney(priceCents)}` : `${formatMoney(priceCents)} a question`
}

/** Returns position and sport, such as "800 m, Track & Field", or the sport alone (S1-2.81). */
export function roleText({ position, sport }: Pick<PublicAthlete, 'position' | 'sport'>): string {
  return [position, sport].filter(Boolean).join(', ')
}

export function fullName({ firstName, lastName }: Pick<PublicAthlete, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}

/** Joins a number and its unit by a no-break space, so that no line ends between them: "400 m", "5 km". */
export function withUnits(text: string): string {
  return text.replace(/(\d) (?=\p{Ll}{1,3}\b)/gu, '$1\u00a0')
}
