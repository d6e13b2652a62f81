import { describe, expect, test } from 'vitest'
import type { FanQuestion } from '../../../sync/calls.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { formatDateTime } from '../../text/format.ts'
import { discountOf, disputeOf, isTipAsked, moneyOf, tipDisputeOf } from './question-money.ts'
import { headlineOf, isUnderWay, storyOf } from './question-story.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const asked: FanQuestion = {
  questionId: 'q',
  athlete: {
    firstName: 'Mia',
    lastName: 'Chen',
    username: 'mia',
    sport: 'Running',
    pictureUrl: null,
    isListed: true,
  },
  subject: 'Pacing',
  kind: 'text',
  text: 'How do I pace?',
  videoId: null,
  status: 'new',
  reason: null,
  submittedAt: NOW - HOUR_MS,
  screeningEndsAt: NOW + 47 * HOUR_MS,
  approvedAt: null,
  dueAt: null,
  graceEndsAt: null,
  settledAt: null,
  amountCents: 2_500,
  takenOffCents: null,
  hold: 'held',
  stars: null,
  adminNote: null,
  athleteNote: null,
  clarification: null,
  answer: null,
  tips: [],
  refundedCents: 0,
  onItsWayCents: 0,
  disputedCents: 0,
  hasCreditNote: false,
  hasAddress: true,
  payAgainUntil: null,
}
const approved: FanQuestion = { ...asked, status: 'approved', approvedAt: NOW, dueAt: NOW + 72 * HOUR_MS }
const answer = {
  state: 'waiting',
  videoId: null,
  isGone: false,
  durationMs: 40_000,
  deliveredAt: null,
  isGift: false,
  convertedPercent: null,
  transcript: null,
} as const
const tell = (question: FanQuestion) => storyOf(question, NOW).map(({ key, state }) => `${key} ${state}`)
const now = (question: FanQuestion) =>
  storyOf(question, NOW).find(({ state }) => state === 'now' || state === 'ended')

describe('the story of a question', () => {
  test('S1-4.1 is told from the first minute: submitted, being screened until a moment, the rest ahead', () => {
    expect(tell(asked)).toEqual(['submitted done', 'screening now', 'athlete ahead', 'ready ahead'])
    expect(now(asked)?.detail).toMatch(/47 h left, until/)
    expect(headlineOf(asked)).toBe('Being screened')
  })

  test('D2 approved, it is with the athlete until it is due', () => {
    expect(tell(approved)).toEqual(['submitted done', 'screening done', 'athlete now', 'ready ahead'])
    expect(now(approved)?.detail).toMatch(/3 days left, until/)
    expect(headlineOf(approved)).toBe('With Mia')
  })

  test('D5 announced in time it is recorded and on its way, with the time it has left to arrive', () => {
    const onItsWay = { ...approved, answer, graceEndsAt: NOW + 20 * HOUR_MS }
    expect(now(onItsWay)).toMatchObject({ title: 'Recorded, on its way', state: 'now' })
    expect(now(onItsWay)?.detail).toMatch(
      /^Mia recorded it in time, and the video is on its way\. 20 h left, until .*\.$/,
    )
    // Its video is here, which is why the question is still open, and waits to be checked.
    const late = { ...onItsWay, graceEndsAt: NOW - HOUR_MS }
    expect(now(late)?.detail).toBe('Mia recorded it in time, and the video is on its way.')
    const paying: FanQuestion = { ...approved, hold: 'capturing', answer: { ...answer, state: 'stored' } }
    expect(now(paying)?.detail).toContain('as soon as your card is charged')
    expect(now(paying)?.title).toBe('Arrived, almost ready')
    const unpaid: FanQuestion = { ...paying, hold: 'lapsed', payAgainUntil: NOW + HOUR_MS }
    expect(now(unpaid)).toMatchObject({ title: headlineOf(unpaid), state: 'now' })
    expect(headlineOf(unpaid)).toBe('Waiting for your payment')
    const converting: FanQuestion = {
      ...paying,
      hold: 'captured',
      answer: { ...answer, convertedPercent: 40 },
    }
    expect(now(converting)?.detail).toContain('ready for every device: 40 %')
  })

  test('answered, everything lies behind', () => {
    const completed: FanQuestion = {
      ...approved,
      status: 'completed',
      hold: 'captured',
      settledAt: NOW,
      answer: { ...answer, state: 'delivered', videoId: 'v', deliveredAt: NOW },
    }
    expect(tell(completed).every((line) => line.endsWith('done'))).toBe(true)
    expect(moneyOf(completed, NOW)).toMatch(/^\$25 was charged on/)
    // the video was converted for a day, and the charge was before that
    const chargedAt = NOW - 86_400_000
    const day = (at: number) => `charged on ${formatDateTime(at)}.`
    expect(moneyOf({ ...completed, chargedAt }, NOW)).toContain(day(chargedAt))
    expect(moneyOf({ ...completed, chargedAt: null }, NOW)).toContain(day(NOW))
    expect(isUnderWay(completed)).toBe(false)
  })

  test('D3 D32 not answered or declined, it ends there and the hold is released', () => {
    const expired: FanQuestion = {
      ...approved,
      status: 'athlete rejected',
      reason: 'no-answer',
      hold: 'releasing',
      settledAt: NOW,
    }
    expect(now(expired)).toMatchObject({ title: 'Not answered in time', state: 'ended' })
    expect(isUnderWay(expired)).toBe(true)
    expect(isUnderWay({ ...expired, hold: 'released' })).toBe(false)
    expect(now({ ...expired, reason: 'declined' })?.title).toBe('Declined by Mia')
  })

  test('D113 a payment that lapsed speaks of an answer only where one was recorded', () => {
    const lapsed: FanQuestion = {
      ...approved,
      status: 'athlete rejected',
      reason: 'payment-lapsed',
      hold: 'lapsed',
    }
    expect(now(lapsed)).toMatchObject({
      title: 'Payment lapsed',
      detail: 'The payment could not be collected.',
    })
    expect(now({ ...lapsed, answer: { ...answer, state: 'stored' } })?.detail).toBe(
      'The answer was recorded, but the card could not be charged.',
    )
  })

  test('D113 an athlete who left ends a question, which nobody turned down, before and after approval', () => {
    const left: FanQuestion = { ...approved, status: 'athlete rejected', reason: 'athlete-removed' }
    expect(tell(left)).toEqual(['submitted done', 'screening done', 'ending ended'])
    expect(now(left)).toMatchObject({
      title: 'Not answered',
      detail: 'The athlete had stopped taking questions.',
    })
    expect(now({ ...asked, status: 'rejected', reason: 'athlete-removed' })?.title).toBe('Closed')
  })

  test('D113 the headline turns nothing down that ran out of time, and calls nothing unanswered that was answered', () => {
    const headline = (reason: FanQuestion['reason'], status: FanQuestion['status'] = 'athlete rejected') =>
      headlineOf({ ...asked, status, reason })
    expect(headline('screening-limit', 'rejected')).toBe('Not screened in time')
    expect(headline('payment-lapsed', 'rejected')).toBe('Payment lapsed')
    expect(headline('payment-lapsed')).toBe('Payment lapsed')
    expect(headline('closed-by-team')).toBe('Closed')
    expect(headline('no-answer')).toBe('Not answered')
    expect(headline('video-unreadable', 'rejected')).toBe('Not approved')
  })

  test('D5 an answer given after the end is free to a fan who did give a card', () => {
    const given: FanQuestion = {
      ...approved,
      status: 'completed',
      amountCents: 0,
      hold: 'none',
      answer: { ...answer, state: 'delivered', videoId: 'v', deliveredAt: NOW, isGift: true },
    }
    expect(moneyOf(given, NOW)).toBe('Mia’s answer is free. Nothing was charged for the answer.')
    expect(storyOf(given, NOW)[2]?.detail).toBe('It came after your question had ended, and is free.')
    const free: FanQuestion = { ...asked, amountCents: 0, hold: 'none' }
    expect(moneyOf(free, NOW)).toBe('This question is free. No card was needed to ask it.')
  })

  test('D62 D113 cancelled, rejected and never screened are told apart', () => {
    const rejected = (reason: FanQuestion['reason']) => now({ ...asked, status: 'rejected', reason })?.title
    expect(rejected('cancelled-by-asker')).toBe('Withdrawn')
    expect(rejected('screening-limit')).toBe('Not screened in time')
    expect(rejected('admin-note')).toBe('Not approved')
    expect(rejected(null)).toBe('Not approved')
  })

  test('D54 what the team ended after approval is closed, and was approved before', () => {
    const ended: FanQuestion = { ...approved, status: 'rejected', reason: 'admin-note', settledAt: NOW }
    expect(headlineOf(ended)).toBe('Closed')
    expect(tell(ended)).toEqual(['submitted done', 'screening done', 'ending ended'])
    expect(now(ended)).toMatchObject({ title: 'Closed' })
    expect(now(ended)?.detail).toMatch(/^Our team closed it\. /)
  })

  test('an answer that was delivered stays, whatever status the team gives its question', () => {
    const answered = { ...approved, reason: 'closed-by-team', settledAt: NOW } as const
    const given = { ...answer, state: 'delivered', videoId: 'v', deliveredAt: NOW } as const
    for (const status of ['rejected', 'athlete rejected', 'new', 'completed'] as const) {
      const moved = { ...answered, status, answer: given }
      expect(headlineOf(moved)).toBe('Your response has arrived')
      expect(tell(moved)).toEqual(['submitted done', 'screening done', 'athlete done', 'ready done'])
    }
    const gone = { ...answered, status: 'completed', answer: { ...given, isGone: true } } as const
    expect(headlineOf(gone)).toBe('No longer kept')
    expect(storyOf(gone, NOW).at(-1)?.title).toBe('Your answer was here')
  })

  test('an athlete who has left is not called by the placeholder’s first name', () => {
    const former = { ...approved, athlete: { ...approved.athlete, firstName: 'Former', username: '' } }
    expect(headlineOf(former)).toBe('With the athlete')
    expect(storyOf(former, NOW).map(({ title }) => title)).toContain('The athlete has your question')
    const declined = { ...former, status: 'athlete rejected', reason: 'declined' } as const
    expect(storyOf(declined, NOW).at(-1)?.title).toBe('Declined by the athlete')
  })

  test('D27 what a code took off is said, and nothing where none did', () => {
    expect(discountOf(asked)).toBeNull()
    expect(discountOf({ ...asked, amountCents: 1_250, takenOffCents: 1_250 })).toBe(
      'A discount code took $12.50 off the price of $25.',
    )
    expect(discountOf({ ...asked, amountCents: 0, hold: 'none', takenOffCents: 2_500 })).toContain('$25 off')
  })

  test('an open dispute is told with what it means; then, and once all went back, no tip is asked for', () => {
    const paid: FanQuestion = { ...asked, hold: 'captured', settledAt: NOW }
    expect([disputeOf(paid), isTipAsked(paid)]).toEqual([null, true])
    const disputed = { ...paid, disputedCents: 2_500 }
    expect(disputeOf(disputed)).toMatch(/^A dispute of \$25 is open at your bank, which decides/)
    expect(disputeOf(disputed)).toContain('We cannot refund it until then.')
    expect(isTipAsked(disputed)).toBe(false)
    const inquiry = { ...disputed, inquiryCents: 2_500 }
    expect(disputeOf(inquiry)).toMatch(/^Your bank asks us about \$25 of your payment/)
    expect(disputeOf(inquiry)).not.toContain('refund')
    expect(disputeOf({ ...disputed, inquiryCents: 500 })).toContain('We cannot refund it until then.')
    expect(isTipAsked(inquiry)).toBe(false)
    const tip = { amountCents: 500, paidAt: 1, refundedCents: 0, onItsWayCents: 0, disputedCents: 500 }
    expect(tipDisputeOf({ ...tip, inquiryCents: 500 })).toBe(' Your bank asks us about $5 of it.')
    expect(tipDisputeOf(tip)).toBe(' A dispute of $5 is open at your bank.')
    expect(tipDisputeOf({ ...tip, disputedCents: 0, inquiryCents: 0 })).toBe('')
    expect(isTipAsked({ ...paid, refundedCents: 2_499 })).toBe(true)
    expect(isTipAsked({ ...paid, refundedCents: 2_500 })).toBe(false)
    expect(isTipAsked({ ...paid, refundedCents: 1_000, onItsWayCents: 1_500 })).toBe(false)
    expect(isTipAsked({ ...paid, amountCents: 0, hold: 'none' })).toBe(true)
  })

  test.each([
    [0, 0, ''],
    [500, 0, ' $5.00 of it went back to your card.'],
    [0, 500, ' $5.00 of it is on its way back to your card.'],
    [500, 2_000, ' $5.00 of it went back to your card. $20.00 of it is on its way back to your card.'],
    [0, 2_500, ' All of it is on its way back to your card.'],
    [2_500, 0, ' All of it went back to your card.'],
  ])(
    'of $25, %d cents went back and %d are on their way: not the same',
    (...[refundedCents, onItsWayCents, said]) => {
      const paid: FanQuestion = { ...asked, hold: 'captured', refundedCents, onItsWayCents }
      expect(moneyOf(paid, NOW)).toBe(`$25 was charged.${said}`)
    },
  )

  test('what was paid back by bank transfer is not said to be on the card', () => {
    const paid: FanQuestion = { ...asked, hold: 'captured', refundedCents: 2_500, byHandCents: 500 }
    expect(moneyOf(paid, NOW)).toBe(
      '$25 was charged. $20.00 of it went back to your card. $5.00 of it was paid back to you by bank transfer.',
    )
    expect(moneyOf({ ...paid, byHandCents: 2_500 }, NOW)).toBe(
      '$25 was charged. All of it was paid back to you by bank transfer.',
    )
  })

  test('S1-4.24 held is never called charged, and every state names its amount', () => {
    const money = (hold: FanQuestion['hold']) => moneyOf({ ...asked, hold, settledAt: NOW }, NOW)
    expect(money('held')).toBe('$25 is held on your card, not charged.')
    expect(money('released')).toMatch(/^The hold of \$25 was released on .* Nothing was charged\.$/)
    expect(money('releasing')).toContain('still held')
    expect(money('none')).toContain('free')
    for (const hold of [
      'pending',
      'held',
      'capturing',
      'captured',
      'releasing',
      'released',
      'lapsed',
    ] as const)
      expect(money(hold)).toContain('$25')
  })
})
