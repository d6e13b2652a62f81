import { describe, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { deskQuestion } from '../testing/desk-question.ts'
import { formatDateTime } from '../text/format.ts'
import {
  changesBetween,
  deskRefusal,
  isFound,
  moneyWords,
  paidWords,
  STATUS_FILTERS,
  screeningLeft,
  searchesPart,
  shownAthlete,
} from './desk-words.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

const seen = deskQuestion({
  id: 'q',
  revision: 1,
  amountCents: 1_500,
  receiver: 'noraquist',
  requester: 'Kim Lee',
  subject: 'My catch',
  submittedAt: NOW - HOUR_MS,
  screeningEndsAt: NOW + 40 * HOUR_MS,
  sameText: null,
  email: 'kim@fan.test',
  city: 'Boston',
  countryCode: 'US',
  text: 'How?',
  hold: 'held',
  captureBefore: NOW + 150 * HOUR_MS,
  approvableUntil: NOW + 42 * HOUR_MS,
})

describe('the words of the desk', () => {
  test('S2-2.111 D61 the filters, as labelled', () => {
    expect(STATUS_FILTERS.map(({ label }) => label)).toEqual([
      'All submission',
      'New',
      'Approved',
      'Rejected',
      'Athlete Rejected',
      'Completed',
    ])
  })

  test('D4 what is left to screen, more urgent as it runs out; nothing once decided', () => {
    expect(screeningLeft(seen, NOW)).toEqual({ text: '40 h left', tone: 'plain' })
    expect(screeningLeft({ ...seen, screeningEndsAt: NOW + 11 * HOUR_MS }, NOW)?.tone).toBe('warning')
    expect(screeningLeft({ ...seen, screeningEndsAt: NOW + HOUR_MS }, NOW)?.tone).toBe('danger')
    expect(screeningLeft({ ...seen, screeningEndsAt: NOW }, NOW)?.text).toBe('Out of time')
    expect(screeningLeft({ ...seen, status: 'approved' }, NOW)).toBeNull()
  })

  test('a row is found by receiver, requester or subject', () => {
    expect(isFound(seen, '')).toBe(true)
    expect(isFound(seen, 'NORA')).toBe(true)
    expect(isFound(seen, '@nor')).toBe(true)
    expect(isFound(seen, ' lee ')).toBe(true)
    expect(isFound(seen, 'catch')).toBe(true)
    expect(isFound(seen, 'boston')).toBe(false)
    for (const typed of ['jose munoz', 'JOSÉ MUÑOZ'])
      expect(isFound({ ...seen, requester: 'José Muñoz' }, typed)).toBe(true)
  })

  test('an athlete who was erased is called by the name in their place, and found by it', () => {
    expect(shownAthlete('rosa')).toBe('@rosa')
    for (const none of [null, '']) expect(shownAthlete(none)).toBe('Former member')
    expect(isFound({ ...seen, receiver: null }, 'former')).toBe(true)
    expect(isFound({ ...seen, receiver: null }, '@null')).toBe(false)
  })

  test('D54 why a status cannot be changed is said to the team, and only a new request ends by itself', () => {
    expect(deskRefusal({ code: 'hold-gone' }, 'new')).toContain('ends automatically, the requester is told')
    expect(deskRefusal({ code: 'hold-gone' }, 'rejected')).toMatch(
      /^The card is no longer held.* can ask again\.$/,
    )
    const codes = ['ask-closed', 'athlete-unavailable', 'first-question-spent', 'video-not-there'] as const
    for (const code of codes) {
      const words = deskRefusal({ code }, 'rejected')
      expect(words, code).not.toMatch(/\byour?\b|this device|not arrived yet/i)
      expect(words, code).toMatch(/stays closed|can ask again/)
    }
  })

  test('D4 the hold, and until when it can be approved', () => {
    expect(moneyWords(seen, NOW).line).toMatch(/^\$15\.00 held until /)
    expect(moneyWords(seen, NOW).limit).toMatch(/^Can be approved until /)
    expect(moneyWords({ ...seen, approvableUntil: NOW - 1 }, NOW)).toMatchObject({ isTooLate: true })
    expect(moneyWords({ ...seen, hold: 'releasing', status: 'rejected' }, NOW)).toMatchObject({
      line: '$15.00 is being released.',
      limit: null,
      isTooLate: false,
    })
    const gone = moneyWords({ ...seen, hold: 'lapsed' }, NOW)
    expect(gone).toMatchObject({ isTooLate: true })
    expect(gone.limit).toMatch(/can no longer be approved.*can ask again/)
    expect(deskRefusal({ code: 'hold-gone' }, 'new')).toMatch(/nothing can be charged\. .*can ask again\.$/)
    expect(moneyWords({ ...seen, amountCents: 0, hold: 'none' }, NOW).line).toBe('Free: no card is involved.')
  })

  test('D4 what can be approved is said to end with the screening time or what the hold allows, the earlier', () => {
    const limitOf = (approvableUntil: number) => moneyWords({ ...seen, approvableUntil }, NOW).limit
    const until = (at: number) => `Can be approved until ${formatDateTime(at)}.`
    expect(limitOf(NOW + 52 * HOUR_MS)).toBe(until(seen.screeningEndsAt))
    expect(limitOf(NOW + 30 * HOUR_MS)).toBe(until(NOW + 30 * HOUR_MS))
  })

  test('what changed meanwhile is said', () => {
    expect(changesBetween(seen, seen)).toEqual([])
    const after: DeskQuestionAnswer = {
      ...seen,
      status: 'rejected',
      hold: 'released',
      adminNote: 'Off topic',
    }
    expect(changesBetween(seen, after)).toEqual([
      'Status: New → Rejected',
      'Card: held → released',
      'Note: “Off topic”',
    ])
  })
})

describe('the price paid', () => {
  test.each([
    ['none', 0, 0, 0, 'Free', null],
    ['pending', 1_100, 0, 0, 'Not paid', '$11.00 asked'],
    ['held', 1_100, 0, 0, 'Held', '$11.00'],
    ['releasing', 1_100, 0, 0, 'Held', '$11.00'],
    ['released', 1_100, 0, 0, 'Not paid', '$11.00 released'],
    ['lapsed', 1_100, 0, 0, 'Not paid', '$11.00 released'],
    ['captured', 1_100, 0, 0, '$11.00', null],
    ['captured', 1_100, 400, 0, '$7.00', 'of $11.00'],
    ['captured', 1_100, 1_100, 0, 'Refunded', 'of $11.00'],
    ['captured', 1_100, 0, 1_100, '$11.00', '$11.00 on its way back'],
    ['captured', 1_100, 400, 700, '$7.00', 'of $11.00, $7.00 on its way back'],
  ] as const)(
    'of a card that is %s with %d, of which %d went back and %d is on its way',
    (...[hold, amountCents, refundedCents, onItsWayCents, paid, beside]) => {
      expect(paidWords({ hold, amountCents, refundedCents, onItsWayCents })).toEqual({ paid, beside })
    },
  )
})

test('a list that goes on is searched whole from three letters on, and with fewer it is said that it is not', () => {
  expect(['', 'a', 'ab', 'abc'].map((typed) => searchesPart(typed, true))).toEqual([false, true, true, false])
  expect(searchesPart('a', false)).toBe(false)
})
