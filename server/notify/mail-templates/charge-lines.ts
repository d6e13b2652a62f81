import { type MailFacts, SPEAKS_OF_RELEASE } from '../mail-facts.ts'
import { payAgain } from './money-mail.ts'
import { money } from './template.ts'

/** Returns what happened to the fan's bank card, in a sentence or two. */
export function chargeLines(facts: MailFacts): string[] {
  const { kind, amountCents, hold } = facts
  if (amountCents === 0) return []
  if (hold === 'released')
    return [`The hold of ${money(amountCents)} on your card has been released. You were not charged.`]
  if (hold === 'captured')
    return [
      `Your card was charged ${money(amountCents)}.`,
      ...(SPEAKS_OF_RELEASE.has(kind) ? ['Our team has been told and is looking into it.'] : []),
    ]
  if (hold === 'releasing')
    return [`The hold of ${money(amountCents)} on your card is being released. You are not charged.`]
  if (hold === 'held' || hold === 'capturing')
    return [`${money(amountCents)} is held on your card. You are charged only when the answer arrives.`]
  return facts.mayPayAgain ? payAgain(facts) : ['Nothing is held on your card, and you were not charged.']
}
