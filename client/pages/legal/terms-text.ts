import { ANSWER_MS, GRACE_MS, HOUR_MS, LIMITS, PAY_AGAIN_MS, SCREENING_MS } from '../../../sync/limits.ts'
import { athleteShareCents, platformShareCents } from '../../../sync/money.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { LegalText } from './legal-page.tsx'

const AGE = LIMITS.minimumAgeYears
const HOURS = ANSWER_MS / HOUR_MS
const SCREENING_HOURS = SCREENING_MS / HOUR_MS
const PAY_AGAIN_HOURS = PAY_AGAIN_MS / HOUR_MS
const GRACE_HOURS = GRACE_MS / HOUR_MS
const KEPT = athleteShareCents(100)
const FEE = platformShareCents(100)
const TIP = LIMITS.leastQuestionCents / 100

/** The terms of service: the rules for users, and for the service itself. */
export const TERMS: LegalText = {
  title: 'Terms of service',
  lead: `What you can expect from ${PRODUCT.name}, and what is expected of you. By asking a question or opening an account you agree to it.`,
  changed: 'November 30, 2026',
  short: [
    'Your card is held when you ask, charged when a readable answer has arrived, and released if none comes.',
    `Approved questions are answered within ${HOURS} hours, or you pay nothing.`,
    `Athletes keep ${KEPT}% of each question. Our fee is ${FEE}%. Mediating a dispute costs $0.`,
    'Be sincere and decent. We read every question first.',
    'An answer is one person’s experience. It is not medical advice.',
  ],
  sections: [
    {
      title: 'Who can take part',
      parts: [
        `You must be at least ${AGE} years old to ask, and to have an account. If you are under 18, ask a parent or guardian before you send a question, even a free one.`,
        'What you tell us about yourself has to be true. An account belongs to one person; keep its password, and your private links, to yourself.',
      ],
    },
    {
      title: 'Asking',
      parts: [
        `A question is up to ${LIMITS.textCharacters} characters, or one video. It goes to the one athlete you choose. No account is needed.`,
        `Our team reads every question before it goes on, within ${SCREENING_HOURS} hours. We may reject a question, with or without a note; inappropriate, hateful or spam questions always are.`,
        'Until we approve it, you can withdraw a question at any time.',
      ],
    },
    {
      title: 'Paying',
      parts: [
        [
          'An athlete’s price is the least a question to them costs; you may add to it. Where an athlete asks for nothing, you may leave a tip of at least ' +
            `$${TIP}. With some athletes, the first question is free.`,
          'When you send a question, the amount is held on your card. That is not a charge yet.',
          'You are charged when the athlete’s answer has arrived complete and readable, and not before.',
          'If the question is rejected, declined, withdrawn or not answered in time, the hold is released. Your bank may take a few days to show it.',
          'Amounts are in US dollars. Your bank may add its own fees for another currency.',
        ],
        `If a charge fails after the answer was recorded, the answer stays hidden and you get one link to pay again within ${PAY_AGAIN_HOURS} hours. After that the question closes, and you pay nothing.`,
      ],
    },
    {
      title: 'Getting an answer',
      parts: [
        `From the moment we approve your question, the athlete has ${HOURS} hours to record an answer. One that was recorded in time on a device without a network may arrive up to ${GRACE_HOURS} hours later; your page tells you so. After that, the question expires and the hold is released.`,
        `An answer is a video of about ${LIMITS.answerMarkMs / 1_000} seconds, and ${LIMITS.answerRecordingMs / 1_000} at most. You get a private link by mail; with an account it is on your dashboard too.`,
        'The answer is for you. Watch it as often as you like and show it to people close to you. To publish it or use it in advertising, you need the athlete’s consent.',
      ],
    },
    {
      title: 'If you are not happy',
      parts: [
        'If an answer is blank, not about your question, or breaks these terms, write to us within 14 days. We look at both and decide on a refund, whole or in part; it goes back to the same card. Mediation costs neither side anything.',
        'An answer you simply disagree with is still an answer. Rights that consumer law gives you are untouched by any of this.',
      ],
    },
    {
      title: 'What an answer is not',
      parts: [
        'Athletes share experience. They do not examine you and they are not your doctor, physiotherapist, dietitian or lawyer, even where one of them holds a certificate. For pain, injury, illness or anything that may be dangerous, see a professional in person, and in an emergency call for help.',
        'What you do with advice is your decision. Train within what is safe for you.',
      ],
    },
    {
      title: 'For athletes',
      parts: [
        [
          'Answer in person, sincerely, and to the question. Decline what you cannot or do not want to answer; it costs you nothing.',
          `Of each question you answer you keep ${KEPT}%, and we keep ${FEE}%. A tip on an answer is yours whole, less 2.9% and 30 cents for the card.`,
          'Payouts come every two weeks when your balance is above $100, otherwise monthly: by direct deposit through Stripe, or by hand where that is not possible.',
          'You are not employed by us. Taxes on what you earn are yours to pay, and your country of residence has to be the true one.',
          'Do not use a question to get at a fan’s contact details, and never arrange to meet a minor.',
        ],
        'Refunds and disputes that we lose after a payout are taken from what we owe you, then from what we transferred to your account, then from what you earn next.',
      ],
    },
    {
      title: 'Conduct',
      parts: [
        'No hate, harassment, threats, sexual content, spam, betting tips, doping, or anything unlawful. No pretending to be somebody else. No trying to get around the payment, the limits or the security of the service.',
        'We go by cards. Yellow is a warning. Red takes a profile off the roster and pauses it. The last step closes the account. A serious breach goes straight to the last step. Open questions are then returned, and holds are released; an answer whose video has fully arrived is still delivered and charged.',
      ],
    },
    {
      title: 'Your content',
      parts: [
        'What you write and record stays yours. You allow us to store it, to check it, to make a playable copy of it and to show it to the people it is meant for, for as long as it is here. We do not publish questions or answers, sell them, or train anything on them.',
        'Send only what you have the right to send. If other people are in your video, ask them first.',
      ],
    },
    {
      title: 'Our part',
      parts: [
        'We work to keep the service running and your things safe, and we answer for damage we cause on purpose or by gross negligence, and wherever the law does not let us limit it. Beyond that, our liability for a question ends at what was paid for it.',
        'We are not a party to what an athlete says. We may change or end parts of the service; money held for open questions is released first.',
      ],
    },
    {
      title: 'Changes and the rest',
      parts: [
        'If these terms change, the date on top changes with them, and people with an account hear of it by mail before. A question is held to the terms that stood when it was sent. Should one clause be void, the others remain.',
        'How we treat your data is in the privacy policy.',
      ],
    },
  ],
}
