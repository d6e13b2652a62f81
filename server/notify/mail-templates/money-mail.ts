import type { MailFacts } from '../mail-facts.ts'
import { spokenTime } from '../spoken-time.ts'
import { disputeOpened } from './dispute-mail.ts'
import { money, type Template, watch } from './template.ts'

const tip = ({ data }: MailFacts) => money(Number(data.tipCents))
const cents = ({ data }: MailFacts) => money(Number(data.cents))
const payAgainUntil = ({ payAgainUntil: until, zone }: MailFacts) => spokenTime(until, zone)

/** Asks a fan to pay again for an answer whose payment could not be taken. */
export const payAgain = (f: MailFacts) => [
  `${f.athlete.name} answered “${f.subject}”, but your card could not be charged ${money(f.amountCents)}. The answer is kept for you: pay again by ${payAgainUntil(f)}, with the same card or another one, and watch it at once.`,
  'Without it the question closes, and you are not charged.',
]

/** What was paid for, inside a sentence: a charge may stand although its question got no answer. */
const paidFor = ({ data, subject, athlete, answerVideoId }: MailFacts) => {
  if (data.of !== 'tip' && answerVideoId === null) return `your question “${subject}” to ${athlete.name}`
  return `${data.of === 'tip' ? 'your tip for ' : ''}the answer to “${subject}” by ${athlete.name}`
}

/** The fan, named inside a sentence to the athlete. */
const fan = ({ asker, isAskerErased }: MailFacts) => (isAskerErased ? 'a fan who has left' : asker.firstName)

const STATEMENT = { label: 'Open your statement', path: '/dashboard?tab=money' }

/** The mails about payments that were made, returned, or failed. */
export const MONEY_TEMPLATES = {
  'payment-lapsed': (f, l) =>
    f.data.to === 'athlete'
      ? {
          subject: 'A payment lapsed',
          paragraphs: [
            `The payment for “${f.subject}” could not be collected, so the question is closed. Anything you recorded for it is kept.`,
          ],
          action: { label: 'Open your dashboard', path: l.dashboard },
        }
      : {
          subject: 'Your payment lapsed',
          paragraphs: [
            `The payment for your question “${f.subject}” to ${f.athlete.name} could not be collected, so the question is closed. You were not charged.`,
          ],
          action: watch('See the details', l),
        },
  'pay-again': (f, l) => ({
    subject: `Your answer from ${f.athlete.firstName} is waiting for payment`,
    paragraphs: payAgain(f),
    facts: [
      ['Question', f.subject],
      ['Athlete', f.athlete.name],
      ['To pay', money(f.amountCents)],
    ],
    action: watch('Pay again', l),
  }),
  'capture-failed': (f, l) => ({
    subject: 'A card could not be charged',
    paragraphs: [
      `The card for “${f.subject}” could not be charged ${money(f.amountCents)} after its answer had arrived. The fan has until ${payAgainUntil(f)} to pay again.`,
    ],
    action: { label: 'Open the desk', path: `${l.desk}?tab=money` },
  }),
  'charge-stands': (f, l) => ({
    subject: 'A card was charged for a question that ended',
    paragraphs: [
      `“${f.subject}” for ${f.athlete.name} ended here, and the hold of ${money(f.amountCents)} was to go back. But the card had already been charged, as happens when an answer arrived after the backup that was restored.`,
      'The fan is told that the card was charged and that you look at it. If nothing was delivered for it, refund it.',
    ],
    action: { label: 'Open the desk', path: `${l.desk}?tab=money` },
  }),
  'tip-paid': (f, l) => ({
    subject: `Your tip for ${f.athlete.firstName}`,
    paragraphs: [
      `Thank you: your tip for the answer to “${f.subject}” is on its way to ${f.athlete.name}. Your card was charged ${tip(f)}.`,
    ],
    facts: [
      ['Answer', f.subject],
      ['Tip, charged to your card', tip(f)],
    ],
    action: watch('Watch your answer', l),
  }),
  'tip-given': (f, l) => ({
    subject: 'You got a tip',
    paragraphs: [
      `${f.asker.firstName} gave you a tip of ${tip(f)} for your answer to “${f.subject}”. ${money(Number(f.data.creditCents))} was added to your earnings: the tip less what the card payment costs. We take no share of tips.`,
    ],
    facts: [
      ['Tip', tip(f)],
      ['Card fee', money(Number(f.data.tipCents) - Number(f.data.creditCents))],
      ['Added to your earnings', money(Number(f.data.creditCents))],
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'refund-done': (f, l) => ({
    subject: 'Your refund is done',
    paragraphs: [
      `We sent ${cents(f)} back to the card you paid with, for ${paidFor(f)}. Your bank shows it within 5 to 10 days.`,
      'Your credit note (PDF) is behind the link below, beside the receipt that it corrects.',
    ],
    facts: [
      [f.data.of === 'tip' ? 'Tip for' : 'Question', f.subject],
      ['Athlete', f.athlete.name],
      ['Refunded to your card', cents(f)],
    ],
    action: watch('See the details', l),
  }),
  'refund-failed': (f, l) => ({
    subject: 'Your refund came back to us',
    paragraphs: [
      f.data.from === 'pending'
        ? `${cents(f)} was on its way back to the card you paid with, for ${paidFor(f)}. It could not be paid out to that card, so the money is with us again.`
        : `We told you that ${cents(f)} went back to the card you paid with, for ${paidFor(f)}. Your bank could not pass it on to you, so the money is with us again.`,
      'Our team knows and will find another way to pay you back.',
    ],
    facts: [
      [f.data.of === 'tip' ? 'Tip for' : 'Question', f.subject],
      ['Athlete', f.athlete.name],
      ['To be paid back', cents(f)],
    ],
    action: watch('See the details', l),
  }),
  'refund-by-hand': (f, l) => ({
    subject: 'Your refund is paid',
    paragraphs: [
      `We paid you ${cents(f)} back by bank transfer, for ${paidFor(f)}, because it could not go back to the card you paid with.`,
      'Your credit note (PDF) is behind the link below, beside the receipt that it corrects.',
    ],
    facts: [
      [f.data.of === 'tip' ? 'Tip for' : 'Question', f.subject],
      ['Athlete', f.athlete.name],
      ['Paid back by bank transfer', cents(f)],
    ],
    action: watch('See the details', l),
  }),
  'dispute-lost': (f, l) => ({
    subject: 'Your bank gave your payment back',
    paragraphs: [
      `Your bank decided the dispute for you: the ${cents(f)} that you paid for ${paidFor(f)} went back to your card.`,
      'Your credit note (PDF) is behind the link below, beside the receipt that it corrects.',
    ],
    facts: [
      [f.data.of === 'tip' ? 'Tip for' : 'Question', f.subject],
      ['Athlete', f.athlete.name],
      ['Back on your card', cents(f)],
    ],
    action: watch('See the details', l),
  }),
  'dispute-won': (f, l) => ({
    subject: 'Your bank charged your card again',
    paragraphs: [
      `Your bank had given back the ${cents(f)} that you paid for ${paidFor(f)}. It has now decided the dispute for us, so the payment stands after all.`,
      'Another credit note (PDF) cancels the first one. It is behind the link below. Your bank can tell you why it decided so.',
    ],
    facts: [
      [f.data.of === 'tip' ? 'Tip for' : 'Question', f.subject],
      ['Athlete', f.athlete.name],
      ['Charged to your card', cents(f)],
    ],
    action: watch('See the details', l),
  }),
  'refund-came-back': (f, l) => ({
    subject: 'A refund came back',
    paragraphs: [
      `A bank could not give the fan ${cents(f)} back for “${f.subject}”. The money is ours and the athlete’s again: refund it again, or pay the fan by bank transfer. Record that at the desk, beside the refund, with “Paid by hand”.`,
    ],
    action: { label: 'Open the desk', path: `${l.desk}?tab=money` },
  }),
  'share-restored': (f) => ({
    subject: f.data.why === 'dispute' ? 'Your share of a payment is yours again' : 'A refund came back',
    paragraphs: [
      f.data.why === 'dispute'
        ? `The bank of ${fan(f)} had taken back a payment for your answer to “${f.subject}”. It has now decided the dispute for us and returned the money, so ${cents(f)}, your share of it, was added to your earnings again.`
        : `A payment for your answer to “${f.subject}” could not be given back to ${fan(f)}. ${cents(f)} was added to your earnings again: your share of it.`,
    ],
    facts: [
      ['Question', f.subject],
      ['Added to your earnings', cents(f)],
    ],
    action: STATEMENT,
  }),
  'payment-returned': (f) => ({
    subject: f.data.why === 'dispute' ? 'A bank took a payment back' : 'A payment is refunded',
    paragraphs: [
      f.data.why === 'dispute'
        ? `A payment for your answer to “${f.subject}” was disputed at the bank of ${fan(f)}. The bank decided to give the money back, so ${cents(f)}, your share of it, was taken from your earnings. The bank’s fee is ours, and there is nothing for you to do.`
        : `A payment for your answer to “${f.subject}” is refunded to ${fan(f)}. ${cents(f)} was taken from your earnings: your share of it.`,
      'We take it from what we owe you first, then from what we transferred to your account. If neither is enough, we take it from your next earnings.',
    ],
    facts: [
      ['Question', f.subject],
      ['Taken from your earnings', cents(f)],
    ],
    action: STATEMENT,
  }),
  'dispute-opened': disputeOpened,
} satisfies Record<string, Template>
