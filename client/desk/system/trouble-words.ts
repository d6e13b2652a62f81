import type { Trouble } from '../../../sync/desk/troubles.ts'
import { spokenKind } from '../found/thing-words.ts'

const JOBS: Record<string, string> = {
  'media.verify-answer': 'Checking the video of an answer',
  'media.verify-question': 'Checking the video of a request',
  'media.settled': 'Going on after a video was checked',
  'rendition.picture': 'Making the picture of a video',
  'rendition.answer-film': 'Converting the video of an answer',
  'rendition.film': 'Converting a video',
  'conversion.failed': 'Telling the team of a failed conversion',
  'ask.settle': 'Taking in a request',
  'answer.complete': 'Delivering an answer',
  'answer.refused': 'Going on after an answer was no video',
  'stripe.event': 'Taking in news from Stripe',
  'hold.settled': 'Going on after a hold changed',
  'question.deadline': 'Ending a request whose time is over',
  'question.reminder': 'Reminding an athlete',
  'screening.decide': 'Carrying out a decision',
  'screening.ending': 'Warning the team of a deadline',
  'leaving.erase': 'Erasing somebody who left',
  'push.silent': 'Mailing after a push nobody received',
  'sweep.minute': 'What runs every minute',
  'sweep.hour': 'What runs every hour',
  'sweep.night': 'What runs every night',
}

const ORDERS: Record<string, string> = {
  create: 'Opening a payment',
  capture: 'Charging a card',
  release: 'Releasing a hold',
  tip: 'Opening a tip',
  'tip-release': 'Closing a tip',
  refund: 'Refunding a payment',
  account: 'Opening an account for payouts',
  transfer: 'Paying out',
  reversal: 'Taking back a payout',
}

/** Returns the title of a trouble, which says what should have happened. */
export function titleOf({ of, kind }: Pick<Trouble, 'of' | 'kind'>): string {
  if (of === 'mail') return `Mail “${spokenKind(kind)}”`
  if (of === 'push') return `Push message “${spokenKind(kind)}”`
  return (of === 'job' ? JOBS : ORDERS)[kind] ?? kind
}

/** The advice for an order to the payment provider that Stripe or a bank has refused for good. */
const REFUSED: Record<string, string> = {
  capture:
    'The bank refused the charge, and the fan was asked to pay again. Write to them if time runs short.',
  release: 'The hold could not be released. Look at the payment at Stripe and cancel it there.',
  'tip-release': 'The tip could not be closed. Look at the payment at Stripe and cancel it there.',
  refund:
    'Stripe refused the refund. Refund less, or pay the fan by bank transfer and record it under Money, with “Paid by hand”.',
  transfer:
    'Stripe refused the transfer. Ask the athlete to look at their account there, or pay by hand under Money.',
  reversal: 'Stripe could not take it back. The athlete owes it: see Money.',
}

/** Returns what an admin can do about a trouble. */
export function adviceOf({ of, kind, mayRetry, mayDrop }: Trouble): string {
  if (of === 'money' && kind === 'account')
    return 'It is tried again every hour. If Stripe’s message names our own account there, put that right at Stripe, then try again.'
  if (of === 'mail')
    return 'Check the address and the mail server, then try again. If it cannot arrive, reach the person in another way and drop it.'
  if (of === 'push')
    return 'It is tried again for a day, and the mail about it leaves anyway. Drop it if the device is gone.'
  if (of === 'money')
    return mayRetry || !mayDrop
      ? 'It is tried again automatically until Stripe gives a clear answer. If it stays, look at the payment at Stripe.'
      : (REFUSED[kind] ?? 'Look at the payment at Stripe.')
  if (kind.startsWith('sweep.'))
    return 'The next run is automatic, and clears this. If it stays, read the server’s log.'
  return 'All its tries failed. Fix what the error says, then try again. Drop it if it is no longer wanted.'
}
