import { describe, expect, test } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import type { HoldState } from '../../sync/payment/amount.ts'
import { REASONS, type Reason } from '../../sync/question/status.ts'
import { holdWords, questionWords } from './question-words.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

function question(more: Partial<QuestionDocument> = {}): QuestionDocument {
  return {
    id: 'q',
    conversationId: 'c',
    fanId: 'fan',
    athleteId: 'athlete',
    subject: 'My catch',
    kind: 'text',
    text: 'How?',
    videoId: null,
    videoBytes: null,
    videoType: null,
    status: 'approved',
    reason: null,
    submittedAt: NOW - HOUR_MS,
    approvedAt: NOW,
    dueAt: NOW + 18 * HOUR_MS,
    graceEndsAt: null,
    settledAt: null,
    amountCents: 1_500,
    hold: 'held',
    adminNote: null,
    athleteNote: null,
    clarification: null,
    revision: 2,
    order: 1,
    ...more,
  }
}

const athlete = { viewer: 'athlete', partner: 'Kim', answer: null, now: NOW } as const
const fan = { viewer: 'fan', partner: 'Nora', answer: null, now: NOW } as const

/** For each reason: the badge, the line for the athlete, and the line for the fan. */
const ENDINGS: Record<Reason, [string, string, string]> = {
  'no-answer': ['Expired', 'You did not answer it in time.', 'Nora did not answer in time.'],
  'screening-limit': [
    'Not screened in time',
    'We could not screen it in time.',
    'We did not get to it in time. That is on us, and we are sorry.',
  ],
  'cancelled-by-asker': ['Withdrawn', 'Kim withdrew it.', 'You withdrew it.'],
  'payment-lapsed': [
    'Payment lapsed',
    'The payment could not be collected, so it was closed.',
    'The payment could not be collected, so it was closed.',
  ],
  'athlete-removed': [
    'Closed',
    'We closed it when you left or were taken off the list.',
    'Nora had stopped taking questions.',
  ],
  'admin-note': ['Not passed on', 'We did not pass it on.', 'We could not pass it on to Nora.'],
  'closed-by-team': ['Closed', 'Our team closed it.', 'Our team closed it.'],
  declined: ['Declined', 'You declined it.', 'Nora could not take it.'],
  'video-unreadable': ['Unreadable', 'We could not read its video.', 'We could not read its video.'],
}

describe('how a question stands', () => {
  test('an approved one waits on the athlete, for both sides', () => {
    expect(questionWords(question(), athlete).line).toContain('18 h left, until ')
    expect(questionWords(question(), fan).line).toContain('Waiting on Nora: 18 h left')
  })

  test('D5 announced in time: recorded, on its way', () => {
    const announced = question({ graceEndsAt: NOW + 42 * HOUR_MS })
    expect(questionWords(announced, fan).line).toMatch(
      /^Nora recorded an answer\. Its video has until .+ to arrive\.$/,
    )
    expect(questionWords(announced, athlete).line).toMatch(
      /^Announced in time\. The video has until .+ to arrive\.$/,
    )
    const answer = { state: 'stored', shareCents: 1_200, deliveredAt: null } as const
    expect(questionWords(announced, { ...athlete, answer })).toMatchObject({
      badge: 'Sent',
      line: 'Sent. It is delivered once it is checked and paid for.',
    })
    const free = question({ graceEndsAt: NOW + 42 * HOUR_MS, amountCents: 0 })
    expect(questionWords(free, { ...athlete, answer }).line).toBe('Sent. It is delivered once it is checked.')
  })

  test.each<[HoldState, string, RegExp, string]>([
    [
      'held',
      'Recorded',
      /^Nora recorded an answer\. Its video has until .+ to arrive\.$/,
      '$15 held on your card. You are charged only when the answer arrives.',
    ],
    [
      'capturing',
      'Recorded',
      /has arrived\. It opens as soon as your card is charged\.$/,
      '$15 held, and being charged now: the answer has arrived.',
    ],
    ['captured', 'Recorded', /has arrived\. It opens in a moment\.$/, '$15 was charged.'],
    [
      'lapsed',
      'Waiting for your payment',
      /opens as soon as you pay for it on its page\.$/,
      '$15 could not be charged. Nothing was taken yet.',
    ],
    [
      'pending',
      'Waiting for your payment',
      /opens as soon as you pay for it on its page\.$/,
      '$15 is not held yet.',
    ],
    [
      'releasing',
      'Waiting for your payment',
      /opens as soon as you pay for it on its page\.$/,
      '$15 held, and being released now. You are not charged.',
    ],
    [
      'released',
      'Waiting for your payment',
      /opens as soon as you pay for it on its page\.$/,
      '$15 released. You were not charged.',
    ],
    ['none', 'Recorded', /has until .+ to arrive\.$/, 'Free: nothing is held and nothing is charged.'],
  ])(
    'D33 D5 recorded, with a hold that is %s: its fan hears where the answer and the money are',
    (hold, badge, line, money) => {
      const recorded = question({ graceEndsAt: NOW + 42 * HOUR_MS, hold })
      const told = questionWords(recorded, fan)
      expect([told.badge, holdWords(recorded).line]).toEqual([badge, money])
      expect(told.line).toMatch(line)
    },
  )

  test('D5 a day that is over is not called one by which the answer arrives', () => {
    const late = question({ graceEndsAt: NOW - HOUR_MS, hold: 'none', amountCents: 0 })
    expect(questionWords(late, fan).line).toBe('Nora recorded an answer.')
    expect(questionWords(late, athlete).line).toBe('Announced in time.')
  })

  test('S2-9.8 a delivered one says what the share was, which holds after a refund too, to the athlete alone', () => {
    const done = question({ status: 'completed', settledAt: NOW })
    const answer = { state: 'delivered', shareCents: 1_200, deliveredAt: NOW } as const
    expect(questionWords(done, { ...athlete, answer }).line).toMatch(
      /^Delivered on Nov 20, 2026\. Your share was \$12\.$/,
    )
    expect(questionWords(done, { ...fan, answer: { ...answer, shareCents: 0 } }).line).toBe(
      'Answered on Nov 20, 2026.',
    )
  })

  test('D113 every reason has its words for each side', () => {
    const told = Object.fromEntries(
      REASONS.map((reason) => {
        const ended = question({ status: 'athlete rejected', reason, approvedAt: null })
        const { badge, line } = questionWords(ended, athlete)
        return [reason, [badge, line, questionWords(ended, fan).line]]
      }),
    )
    expect(told).toEqual(ENDINGS)
    expect(questionWords(question({ status: 'athlete rejected' }), fan).line).toBe('This question is closed.')
  })

  test('one that the team ends after its approval was passed on', () => {
    const ended = question({ status: 'rejected', reason: 'admin-note' })
    for (const reader of [athlete, fan]) {
      expect(questionWords(ended, reader)).toMatchObject({ badge: 'Closed', line: 'Our team closed it.' })
    }
  })

  test('D4 a new one names no moment until which we read it, because only its private page knows that', () => {
    const line = 'We read every question before the athlete does.'
    const resubmitted = question({ status: 'new', dueAt: null, submittedAt: NOW - 60 * HOUR_MS })
    expect(questionWords(resubmitted, fan).line).toBe(line)
  })
})

describe('the truth about the card', () => {
  test('held, charged and released, with amount and date', () => {
    expect(holdWords(question()).line).toBe(
      '$15 held on your card. You are charged only when the answer arrives.',
    )
    expect(holdWords(question({ hold: 'captured', settledAt: NOW })).line).toBe(
      '$15 was charged on Nov 20, 2026.',
    )
    const released = question({ hold: 'released', settledAt: NOW })
    expect(holdWords(released).line).toBe('$15 released on Nov 20, 2026. You were not charged.')
  })

  test('D33 a hold that lapsed was never charged, and is not called released', () => {
    const ended = question({
      status: 'athlete rejected',
      reason: 'payment-lapsed',
      hold: 'lapsed',
      settledAt: NOW,
    })
    expect(holdWords(ended).line).toBe('The hold of $15 has lapsed. You were not charged.')
  })

  test('a name from right to left is kept apart from the time left, which would else be written on its other side', () => {
    const { line } = questionWords(question(), { ...fan, partner: 'נועה' })
    expect(line).toMatch(/^Waiting on \u2068נועה\u2069: 18 h left, until /)
    expect(questionWords(question(), fan).line).toMatch(/^Waiting on Nora: 18 h left, until /)
  })

  test('D31 "released" only once it is', () => {
    expect(holdWords(question({ hold: 'releasing', settledAt: NOW })).line).toContain(
      'held, and being released',
    )
    expect(holdWords(question({ hold: 'pending' })).line).toBe('$15 is not held yet.')
    expect(holdWords(question({ hold: 'none', amountCents: 0 })).line).toContain('nothing is charged')
  })
})
