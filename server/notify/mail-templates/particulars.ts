import { athleteShareCents } from '../../../sync/money.ts'
import type { MailFacts } from '../mail-facts.ts'
import { money } from './template.ts'

/** The particulars of a question for its asker, with where the money is: the mail is the receipt of it. */
export function particulars(f: MailFacts, ...more: [string, string][]): [string, string][] {
  const none = f.takenOffCents === null ? 'Price' : 'To pay'
  const sum: [string, string] =
    f.amountCents === 0 ? [none, 'Free'] : [MONEY_IS[f.hold] ?? 'Held', money(f.amountCents)]
  return [['Question', f.subject], ['Athlete', f.athlete.name], ...more, ...priceBefore(f), sum]
}

/** The price and what a discount code took off it, where one did: what is paid is not the athlete's price then (D27). */
function priceBefore({ amountCents, takenOffCents }: MailFacts): [string, string][] {
  if (!takenOffCents) return []
  return [
    ['Price', money(amountCents + takenOffCents)],
    ['Discount code', `−${money(takenOffCents)}`],
  ]
}

const MONEY_IS: Partial<Record<MailFacts['hold'], string>> = {
  captured: 'Charged to your card',
  released: 'Released',
  releasing: 'Being released',
}

/** The same for the athlete: what was asked, by whom, and their own share. */
export function request(f: MailFacts, ...more: [string, string][]): [string, string][] {
  const share: [string, string][] =
    f.amountCents > 0 || f.takenOffCents ? [['Your share', money(athleteShareCents(f.amountCents))]] : []
  return [['Question', f.subject], ['From', f.asker.firstName], ...more, ...priceBefore(f), ...share]
}
