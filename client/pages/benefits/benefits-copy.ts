import { ANSWER_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { athleteShareCents, platformShareCents } from '../../../sync/money.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { IconName } from '../../ui/icon-name.ts'

const SECONDS = LIMITS.answerMarkMs / 1_000
const HOURS = ANSWER_MS / HOUR_MS

/** The athlete's share and the platform fee, in percent (D35). */
const KEPT = athleteShareCents(100)
const FEE = platformShareCents(100)

/** The costs for an athlete, in figures. */
export const FIGURES = [
  {
    figure: `${KEPT}%`,
    title: 'is yours',
    text: 'Of every question, and of the tip a fan adds when asking. A $15 question is $12 for you.',
  },
  {
    figure: `${FEE}%`,
    title: 'platform fee',
    text: 'The whole of what we take. It pays for screening, hosting, card fees and support. Joining is free.',
  },
  {
    figure: '$0',
    title: 'dispute mediation fee',
    text: 'If a fan disagrees with a payment, we sort it out with them. That costs you nothing.',
  },
] as const

/** The other ways in which an athlete can deal with a question. */
export const OTHERS = ['Direct messages', 'Shout-out videos', 'Coaching calls'] as const

type Row = { title: string; here: string; others: readonly [string, string, string] }

/** The rows of the comparison. The texts in `others` follow the order of `OTHERS`. */
export const ROWS: readonly Row[] = [
  {
    title: 'What you earn',
    here: `${KEPT}% of the price you set, from $5 to $200. Or free, with tips.`,
    others: [
      'Usually nothing.',
      'A fee per clip, after the service’s own cut.',
      'A good hour’s pay, for the hour.',
    ],
  },
  {
    title: 'What it takes',
    here: `About ${SECONDS} seconds of video, when it suits you, within ${HOURS} hours.`,
    others: [
      'A scroll through all of them, every day.',
      'A performance for somebody’s birthday.',
      'A free hour at the same time as theirs.',
    ],
  },
  {
    title: 'Who reaches you',
    here: 'Questions that our team has read and approved.',
    others: ['Anybody, with anything.', 'Anybody who pays.', 'Few: it is the price of an hour.'],
  },
  {
    title: 'If something goes wrong',
    here: 'We mediate between you and the fan, for $0.',
    others: ['You block them.', 'The service’s terms decide.', 'You write the emails.'],
  },
  {
    title: 'On the road',
    here: 'Record on the plane. The app sends it when you land.',
    others: ['No signal, no messages.', 'Upload it again from the hotel.', 'Cancelled.'],
  },
]

/** The stages of a recorded answer until it is delivered, in the words of the app. */
export const WAY = [
  { word: 'Saved on this device', text: 'The second you stop recording, even with no signal at all.' },
  { word: 'Waiting for network', text: 'In its place in the queue, the nearest deadline first.' },
  {
    word: 'Sent',
    text: 'Every byte arrived and was checked. An interrupted upload goes on where it stopped.',
  },
  { word: 'Delivered', text: 'The fan can watch it, and your share is on your account.' },
] as const

type Choice = { icon: IconName; title: string; text: string }

/** The decisions that stay with the athlete. */
export const CHOICES: readonly Choice[] = [
  {
    icon: 'money',
    title: 'Your price',
    text: 'From $5 to $200 a question, in steps of a dollar, or free with tips. Change it any time.',
  },
  {
    icon: 'close',
    title: 'Your no',
    text: 'Decline any question with a note. The hold on the fan’s card is released, and nobody pays.',
  },
  {
    icon: 'flag',
    title: 'Your limits',
    text: 'Name the topics you do not want. The team that screens sees them beside each question.',
  },
  {
    icon: 'pause',
    title: 'Your breaks',
    text: 'Pause for a season or a final. Your profile says so, and from which day you are back.',
  },
]

/** The payment dates of athletes, in words. */
export const PAYOUT =
  'Payouts come every two weeks when your balance is above $100, otherwise monthly: by direct deposit, or by hand where your country’s banks do not take part. A tip a fan gives on your answer passes through whole, less 2.9% and 30 cents for the card.'

export const LEAD = `Fans ask one short question. You record an answer of about ${SECONDS} seconds, wherever you are, and keep ${KEPT}% of what they pay. ${PRODUCT.name} does the rest.`
