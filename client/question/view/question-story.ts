import type { FanQuestion } from '../../../sync/calls.ts'
import type { Moment } from '../../../sync/moment.ts'
import type { Reason } from '../../../sync/question/status.ts'
import { formatDateTime, formatDeadline } from '../../text/format.ts'
import { atStart, spokenName } from '../../text/spoken-name.ts'

/** `done` is past, `now` is where the question is, `ahead` may come, `ended` is where it ended without an answer. */
export type ChapterState = 'done' | 'now' | 'ahead' | 'ended'
export type Chapter = { key: string; title: string; detail: string | null; state: ChapterState }

/** The current time; null while the device's clock and zone are unknown, as when a server renders the page. */
type Now = Moment | null

/** A space that keeps the line's height until the time can be shown. */
const UNTOLD = '\u00a0'

const dateTime = (at: Moment, now: Now) => (now === null ? UNTOLD : formatDateTime(at))
const deadline = (due: Moment, now: Now) => (now === null ? UNTOLD : formatDeadline(due, now))
/** The deadline as a sentence that follows another one. */
const alsoUntil = (due: Moment, now: Now) => (now === null ? '' : ` ${formatDeadline(due, now)}.`)

/** Returns the story of a question as the fan reads it: what happened, where it is, and what comes when (S1-4.1). */
export function storyOf(question: FanQuestion, now: Now): Chapter[] {
  return [submitted(question, now), ...screening(question, now), ...answering(question, now)]
}

/** Returns the headline of the question's page. */
export function headlineOf(question: FanQuestion): string {
  const { status, reason, answer, athlete } = question
  if (answer?.isGone) return 'No longer kept'
  if (isAnswered(question)) return 'Your response has arrived'
  if (status === 'new') return 'Being screened'
  if (status === 'approved') return answer ? titleOf(question) : `With ${spokenName(athlete)}`
  const ended = reason && ENDED[reason]
  if (ended) return ended
  if (status === 'athlete rejected') return 'Not answered'
  return question.approvedAt === null && reason !== 'athlete-removed' ? 'Not approved' : 'Closed'
}

/** Headlines by reason, which come before the status: a lapsed payment, for example, is not a missing answer. */
const ENDED: Partial<Record<Reason, string>> = {
  'cancelled-by-asker': 'Withdrawn',
  'screening-limit': 'Not screened in time',
  'payment-lapsed': 'Payment lapsed',
  'closed-by-team': 'Closed',
  declined: 'Declined',
}

function titleOf({ payAgainUntil, answer }: FanQuestion): string {
  if (payAgainUntil) return 'Waiting for your payment'
  return isHere(answer) ? 'Arrived, almost ready' : 'Recorded, on its way'
}

/** Checks whether the whole video of an answer has arrived, as far as the fan is told. */
const isHere = (answer: FanQuestion['answer']) =>
  answer?.state === 'stored' || (answer?.convertedPercent ?? null) !== null

/**
 * Returns until when a recorded answer's video may arrive. Null once it has arrived: past the deadline a question stays
 * open only for a video that is being checked (D5).
 */
export function arrivesBy({ answer, graceEndsAt }: FanQuestion, now: Now): Moment | null {
  if (graceEndsAt === null || isHere(answer)) return null
  return now === null || graceEndsAt > now ? graceEndsAt : null
}

/** Checks whether the question may soon change without the fan doing anything. */
export function isUnderWay({ status, hold }: FanQuestion): boolean {
  return status === 'new' || status === 'approved' || hold === 'capturing' || hold === 'releasing'
}

function submitted({ submittedAt }: FanQuestion, now: Now): Chapter {
  return { key: 'submitted', title: 'Submitted', detail: dateTime(submittedAt, now), state: 'done' }
}

/** Checks whether an answer was delivered. It stays, whatever status the team gives the question later. */
const isAnswered = ({ status, answer }: FanQuestion) =>
  status === 'completed' || answer?.state === 'delivered'

function screening(question: FanQuestion, now: Now): Chapter[] {
  const { approvedAt, screeningEndsAt } = question
  const status = isAnswered(question) ? 'completed' : question.status
  if (status === 'new') {
    const detail = `We read every question before the athlete does.${alsoUntil(screeningEndsAt, now)}`
    return [{ key: 'screening', title: 'Being screened', detail, state: 'now' }]
  }
  if (status === 'rejected' && approvedAt === null) return [ending(question, now)]
  const detail = approvedAt === null ? null : dateTime(approvedAt, now)
  return [{ key: 'screening', title: 'Approved', detail, state: 'done' }]
}

function answering(question: FanQuestion, now: Now): Chapter[] {
  const { status, athlete, dueAt, answer } = question
  const name = atStart(spokenName(athlete))
  if (isAnswered(question)) {
    const title = answer?.isGone ? 'Your answer was here' : 'Your answer is here'
    return [
      { key: 'athlete', title: `${name} recorded an answer`, detail: giftOf(answer), state: 'done' },
      { key: 'ready', title, detail: readyAt(question, now), state: 'done' },
    ]
  }
  // A question rejected after its approval ends here, below the chapter that says it was approved.
  if (status === 'rejected') return question.approvedAt === null ? [] : [ending(question, now)]
  if (status === 'new') {
    return [
      {
        key: 'athlete',
        title: `${name} records an answer`,
        detail: 'Within 72 hours of approval',
        state: 'ahead',
      },
      { key: 'ready', title: 'Your answer', detail: null, state: 'ahead' },
    ]
  }
  if (status === 'athlete rejected') return [ending(question, now)]
  const ready: Chapter = { key: 'ready', title: 'Your answer', detail: null, state: 'ahead' }
  if (answer) return [{ ...onItsWay(question, now), state: 'now' }, ready]
  const detail = dueAt === null ? null : deadline(dueAt, now)
  return [{ key: 'athlete', title: `${name} has your question`, detail, state: 'now' }, ready]
}

/** Says why an answer to a priced question was free, when its athlete gave it after the question had ended (D5). */
const giftOf = (answer: FanQuestion['answer']) =>
  answer?.isGift ? 'It came after your question had ended, and is free.' : null

/** Returns the chapter of an answer that was announced in time and may still arrive (D5), or that is being paid. */
function onItsWay(question: FanQuestion, now: Now): Omit<Chapter, 'state'> {
  const { answer, athlete, hold, payAgainUntil } = question
  const title = titleOf(question)
  const percent = answer?.convertedPercent ?? null
  if (percent !== null && !payAgainUntil) {
    const made = `It is being made ready for every device: ${percent} %.`
    return { key: 'athlete', title, detail: `${atStart(spokenName(athlete))}’s answer has arrived. ${made}` }
  }
  if (answer?.state === 'stored') {
    const paying = payAgainUntil
      ? 'It opens as soon as it is paid.'
      : hold === 'capturing'
        ? 'It opens as soon as your card is charged.'
        : 'It opens in a moment.'
    return { key: 'athlete', title, detail: `The answer from ${spokenName(athlete)} has arrived. ${paying}` }
  }
  const by = arrivesBy(question, now)
  const until = by === null ? '' : alsoUntil(by, now)
  return {
    key: 'athlete',
    title,
    detail: `${atStart(spokenName(athlete))} recorded it in time, and the video is on its way.${until}`,
  }
}

function readyAt({ answer, settledAt }: FanQuestion, now: Now): string | null {
  const at = answer?.deliveredAt ?? settledAt
  return at === null ? null : dateTime(at, now)
}

/** The title and text for each reason; without a title the headline is used, which depends on the approval. */
const ENDINGS: Record<string, { title?: string; text: string }> = {
  'screening-limit': {
    title: 'Not screened in time',
    text: 'We did not get to your question in time. That is our fault.',
  },
  'cancelled-by-asker': { title: 'Withdrawn', text: 'You withdrew the question.' },
  'video-unreadable': { title: 'Not approved', text: 'The video could not be played.' },
  'athlete-removed': { text: 'The athlete had stopped taking questions.' },
  'closed-by-team': { title: 'Closed', text: 'Our team closed it.' },
  'no-answer': { title: 'Not answered in time', text: '' },
  'payment-lapsed': { title: 'Payment lapsed', text: 'The payment could not be collected.' },
}

/** The ending when an answer was recorded; without one, the hold lapsed before there was anything to charge for. */
const UNPAID = {
  title: 'Payment lapsed',
  text: 'The answer was recorded, but the card could not be charged.',
}

function ending(question: FanQuestion, now: Now): Chapter {
  const { status, reason, settledAt, approvedAt, athlete, answer } = question
  const isTakenBack = reason === 'admin-note' && approvedAt !== null
  const told = isTakenBack ? 'closed-by-team' : reason
  const known = reason === 'payment-lapsed' && answer ? UNPAID : ENDINGS[told ?? '']
  const isDeclined = reason === 'declined' && status === 'athlete rejected'
  const title = known?.title ?? (isDeclined ? `Declined by ${spokenName(athlete)}` : headlineOf(question))
  const at = settledAt === null ? null : dateTime(settledAt, now)
  return { key: 'ending', title, detail: [known?.text, at].filter(Boolean).join(' ') || null, state: 'ended' }
}
