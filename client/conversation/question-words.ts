import type { AnswerDocument, QuestionDocument } from '../../sync/collections.ts'
import { spokenHold } from '../../sync/payment/amount.ts'
import type { Reason } from '../../sync/question/status.ts'
import { formatDeadline, formatSoon, formatUntil } from '../text/format.ts'
import { formatDate } from '../text/format-date.ts'
import { formatMoney } from '../text/format-money.ts'
import { isolated } from '../text/isolated.ts'
import { atStart } from '../text/spoken-name.ts'
import type { IconName } from '../ui/icon-name.ts'
import type { Tone } from '../ui/status/badge.tsx'

/** The reader of the words: the athlete who was asked, or the fan who asked. */
export type Viewer = 'athlete' | 'fan'

/** The status of a question in a badge of a word or two, and in one line. */
export type QuestionWords = { badge: string; tone: Tone; icon: IconName; line: string }

type Reading = {
  viewer: Viewer
  /** What sentences call the other person. */
  partner: string
  answer: Pick<AnswerDocument, 'state' | 'shareCents' | 'deliveredAt'> | null
  now: number
}

/** Returns the status of a question in words for its reader. They name the person on whom the question waits. */
export function questionWords(question: QuestionDocument, reading: Reading): QuestionWords {
  switch (question.status) {
    case 'new':
      return SCREENING
    case 'approved':
      return question.graceEndsAt === null ? openWords(question, reading) : underWayWords(question, reading)
    case 'completed':
      return deliveredWords(question, reading)
    default:
      return endedWords(question, reading)
  }
}

/** Names no deadline, because the device does not know until when the hold lasts (D4). */
const SCREENING: QuestionWords = {
  badge: 'Screening',
  tone: 'plain',
  icon: 'eye',
  line: 'We read every question before the athlete does.',
}

function openWords({ dueAt }: QuestionDocument, { viewer, partner, now }: Reading): QuestionWords {
  const left = dueAt === null ? '' : formatDeadline(dueAt, now)
  if (viewer === 'athlete') return { badge: 'Waiting for you', tone: 'plain', icon: 'clock', line: left }
  const until = dueAt !== null && dueAt <= now ? ` until ${formatUntil(dueAt, now)}` : `: ${left}`
  return {
    badge: 'Approved',
    tone: 'success',
    icon: 'clock',
    line: `Waiting on ${isolated(partner)}${until}.`,
  }
}

function underWayWords(question: QuestionDocument, reading: Reading): QuestionWords {
  const { viewer, answer, now } = reading
  if (viewer === 'fan') return recordedWords(question, reading)
  if (answer?.state === 'stored') {
    const line = `Sent. It is delivered once it is checked${question.amountCents > 0 ? ' and paid for' : ''}.`
    return { badge: 'Sent', tone: 'success', icon: 'upload', line }
  }
  const line = `Announced in time.${arrivalWords('The', question, now)}`
  return { badge: 'Recorded', tone: 'success', icon: 'upload', line }
}

/**
 * The states in which the hold of a recorded answer waits to be paid again: the charge failed, or the next card is
 * not confirmed yet or was unfit. Any other way of losing the hold ends the question.
 */
const UNPAID: readonly QuestionDocument['hold'][] = ['lapsed', 'pending', 'releasing', 'released']

/**
 * Returns the words for a fan before delivery. The state of the hold tells whether the answer's video has arrived.
 */
function recordedWords(question: QuestionDocument, { partner, now }: Reading): QuestionWords {
  const { hold } = question
  if (UNPAID.includes(hold)) {
    const line = `${atStart(partner)}’s answer has arrived. It opens as soon as you pay for it on its page.`
    return { badge: 'Waiting for your payment', tone: 'plain', icon: 'card', line }
  }
  const recorded = { badge: 'Recorded', tone: 'success', icon: 'upload' } as const
  if (hold === 'capturing' || hold === 'captured') {
    const opens = hold === 'captured' ? 'It opens in a moment.' : 'It opens as soon as your card is charged.'
    return { ...recorded, line: `${atStart(partner)}’s answer has arrived. ${opens}` }
  }
  return { ...recorded, line: `${atStart(partner)} recorded an answer.${arrivalWords('Its', question, now)}` }
}

/** Says until when a video may arrive; past that nothing, because then it has arrived and is being checked (D5). */
function arrivalWords(whose: 'Its' | 'The', { graceEndsAt }: QuestionDocument, now: number): string {
  if (graceEndsAt === null || graceEndsAt <= now) return ''
  return ` ${whose} video has until ${formatSoon(graceEndsAt, now)} to arrive.`
}

function deliveredWords({ settledAt }: QuestionDocument, { viewer, answer }: Reading): QuestionWords {
  const at = answer?.deliveredAt ?? settledAt
  const on = at === null ? '' : ` on ${formatDate(at)}`
  // Not that it was earned: a refund may have taken it back, which the document does not know.
  const share = answer && answer.shareCents > 0 ? ` Your share was ${formatMoney(answer.shareCents)}.` : ''
  const line = viewer === 'athlete' ? `Delivered${on}.${share}` : `Answered${on}.`
  return { badge: 'Answered', tone: 'success', icon: 'check', line: line }
}

type Ending = { badge: string; athlete: string; fan: string }

function endedWords(question: QuestionDocument, { viewer, partner }: Reading): QuestionWords {
  const { reason, status, approvedAt } = question
  // An approved question has been passed on to the athlete, so the words "Not passed on" would be wrong.
  const told = reason === 'admin-note' && approvedAt !== null ? 'closed-by-team' : reason
  const ending = told ? endings(partner)[told] : null
  const fallback = status === 'rejected' ? 'Rejected' : 'Athlete Rejected'
  if (!ending) return { badge: fallback, tone: 'plain', icon: 'info', line: 'This question is closed.' }
  return { badge: ending.badge, tone: 'plain', icon: 'info', line: ending[viewer] }
}

function endings(partner: string): Record<Reason, Ending> {
  const name = atStart(partner)
  return {
    'no-answer': {
      badge: 'Expired',
      athlete: 'You did not answer it in time.',
      fan: `${name} did not answer in time.`,
    },
    'screening-limit': {
      badge: 'Not screened in time',
      athlete: 'We could not screen it in time.',
      fan: 'We did not get to it in time. That is on us, and we are sorry.',
    },
    'cancelled-by-asker': {
      badge: 'Withdrawn',
      athlete: `${name} withdrew it.`,
      fan: 'You withdrew it.',
    },
    'payment-lapsed': {
      badge: 'Payment lapsed',
      athlete: 'The payment could not be collected, so it was closed.',
      fan: 'The payment could not be collected, so it was closed.',
    },
    'athlete-removed': {
      badge: 'Closed',
      athlete: 'We closed it when you left or were taken off the list.',
      fan: `${name} had stopped taking questions.`,
    },
    'admin-note': {
      badge: 'Not passed on',
      athlete: 'We did not pass it on.',
      fan: `We could not pass it on to ${partner}.`,
    },
    'closed-by-team': {
      badge: 'Closed',
      athlete: 'Our team closed it.',
      fan: 'Our team closed it.',
    },
    declined: {
      badge: 'Declined',
      athlete: 'You declined it.',
      fan: `${name} could not take it.`,
    },
    'video-unreadable': {
      badge: 'Unreadable',
      athlete: 'We could not read its video.',
      fan: 'We could not read its video.',
    },
  }
}

/** Returns the state of the fan's payment: held, charged or released, with the amount and the date. */
export function holdWords({ amountCents, hold, settledAt, status }: QuestionDocument): {
  icon: IconName
  line: string
} {
  const amount = formatMoney(amountCents)
  const on = settledAt === null ? '' : ` on ${formatDate(settledAt)}`
  if (hold === 'capturing')
    return { icon: 'card', line: `${amount} held, and being charged now: the answer has arrived.` }
  if (hold === 'lapsed') {
    // While the question is approved, the fan can still pay again (D33).
    const isOver = status !== 'approved'
    const line = isOver
      ? `The hold of ${amount} has lapsed. You were not charged.`
      : `${amount} could not be charged. Nothing was taken yet.`
    return { icon: 'card', line }
  }
  switch (spokenHold(hold)) {
    case 'free':
      return { icon: 'money', line: 'Free: nothing is held and nothing is charged.' }
    case 'pending':
      return { icon: 'card', line: `${amount} is not held yet.` }
    case 'charged':
      return { icon: 'card', line: `${amount} was charged${on}.` }
    case 'released':
      return { icon: 'card', line: `${amount} released${on}. You were not charged.` }
    case 'held':
      return {
        icon: 'lock',
        line:
          hold === 'releasing'
            ? `${amount} held, and being released now. You are not charged.`
            : `${amount} held on your card. You are charged only when the answer arrives.`,
      }
  }
}
