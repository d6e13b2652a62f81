import { athleteShareCents } from '../../../sync/money.ts'
import type { MailFacts } from '../mail-facts.ts'
import { money } from './template.ts'

/**
 * Returns the details of a question for its asker, with the state of the money, because the mail is their receipt.
 */
export function particulars(f: MailFacts, ...more: [string, string][]): [string, string][] {
  const none = f.takenOffCents === null ? 'Price' : 'To pay'
  const sum: [string, string] =
    f.amountCents === 0 ? [none, 'Free'] : [MONEY_IS[f.hold], money(f.amountCents)]
  return [['Question', f.subject], ['Athlete', f.athlete.name], ...more, ...priceBefore(f), sum]
}

/**
 * Returns the price and the discount, if a code lowered the price, because the amount paid is then not the
 * athlete's price (D27).
 */
function priceBefore({ amountCents, takenOffCents }: MailFacts): [string, string][] {
  if (!takenOffCents) return []
  return [
    ['Price', money(amountCents + takenOffCents)],
    ['Discount code', `−${money(takenOffCents)}`],
  ]
}

const MONEY_IS: Record<MailFacts['hold'], string> = {
  none: 'Not charged',
  pending: 'Not charged',
  held: 'Held',
  capturing: 'Held',
  captured: 'Charged to your card',
  releasing: 'Being released',
  released: 'Released',
  lapsed: 'Not charged',
}

/** Returns the details for the athlete: the question, who asked it, and the athlete's share. */
export function request(f: MailFacts, ...more: [string, string][]): [string, string][] {
  const share: [string, string][] =
    f.amountCents > 0 || f.takenOffCents ? [['Your share', money(athleteShareCents(f.amountCents))]] : []
  return [['Question', f.subject], ['From', f.asker.firstName], ...more, ...priceBefore(f), ...share]
}
