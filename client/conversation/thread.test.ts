import { describe, expect, test } from 'vitest'
import type { AnswerDocument, Partner, QuestionDocument } from '../../sync/collections.ts'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { orderOf } from '../../sync/moment.ts'
import { spokenPartner } from '../answer/asker-words.ts'
import { conversationRows, cutSubject, flagOf, partnerBanner, threadDays } from './thread.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const UTC = { zone: 'UTC' } as const

function question(id: string, more: Partial<QuestionDocument> = {}): QuestionDocument {
  return {
    id,
    conversationId: 'c',
    status: 'approved',
    graceEndsAt: null,
    submittedAt: NOW,
    ...more,
  } as QuestionDocument
}
function answer(id: string, more: Partial<AnswerDocument> = {}): AnswerDocument {
  return {
    id,
    questionId: 'q',
    state: 'delivered',
    submittedAt: NOW,
    deliveredAt: null,
    ...more,
  } as AnswerDocument
}

const fan: Partner = {
  id: 'f',
  role: 'basic',
  firstName: 'Kim',
  lastName: 'L',
  username: null,
  sport: null,
  city: 'Boston',
  countryCode: 'US',
  age: 27,
  pictureUrl: null,
}
const athlete: Partner = {
  ...fan,
  role: 'creator',
  firstName: 'Nora',
  lastName: 'Quist',
  age: null,
  sport: 'Archery',
  city: 'Oslo',
  countryCode: 'NO',
}

describe('a thread', () => {
  test('S2-2.64 messages stand under their days, a question before its answer', () => {
    const days = threadDays(
      {
        questions: [question('today'), question('q', { submittedAt: NOW - 2 * DAY_MS })],
        answers: [answer('a', { submittedAt: NOW - DAY_MS - HOUR_MS, deliveredAt: NOW - DAY_MS })],
      },
      NOW,
      UTC,
    )
    expect(days.map(({ day, messages }) => [day, messages.map(({ id }) => id)])).toEqual([
      ['Wed, Nov 18, 2026', ['q']],
      ['Yesterday', ['a']],
      ['Today', ['today']],
    ])
  })

  test('a question and its answer of the same moment stay in order; a withdrawn answer is not shown', () => {
    const answers = [answer('a'), answer('b', { state: 'withdrawn' })]
    const [day] = threadDays({ questions: [question('q')], answers }, NOW, UTC)
    expect(day?.messages.map(({ id }) => id)).toEqual(['q', 'a'])
  })

  test('D77 a subject over 25 characters is cut to 25 and an ellipsis', () => {
    expect(cutSubject('x'.repeat(25))).toBe('x'.repeat(25))
    expect(cutSubject('x'.repeat(26))).toBe(`${'x'.repeat(25)}…`)
    expect(cutSubject(`${'x'.repeat(24)}🏀🏀`)).toBe(`${'x'.repeat(24)}🏀…`)
    expect(cutSubject('Under twenty characters', 20)).toBe('Under twenty charact…')
  })
})

describe('the list of conversations', () => {
  test('S2-2.60 the latest change first, with a count of approved questions', () => {
    const conversation = (id: string, at: number) => ({
      id,
      users: [],
      partner: fan,
      createdAt: at,
      order: orderOf(at),
    })
    const rows = conversationRows(
      [conversation('old', NOW - DAY_MS), conversation('new', NOW)],
      [
        question('1', { conversationId: 'old' }),
        question('2', { conversationId: 'old', submittedAt: NOW - HOUR_MS }),
        question('3', { conversationId: 'old', graceEndsAt: NOW }),
        question('4', { conversationId: 'new', status: 'completed' }),
        question('5', { conversationId: 'old' }),
      ],
      // The fifth question is queued on this device, and the fourth has a follow-up about its answer.
      { isOpen: ({ id }) => id !== '5', askedOnceMore: new Set(['4']) },
    )
    expect(rows.map(({ id, approved, isAskedOnceMore }) => [id, approved, isAskedOnceMore])).toEqual([
      ['new', 0, true],
      ['old', 2, false],
    ])
    expect(rows[1]?.latest?.id).toBe('1')
    expect(rows[1]?.changedAt).toBe(NOW - DAY_MS)
  })
})

describe('who the other side is', () => {
  test('S2-2.61 S2-2.63 D105 an athlete by sport and place, with the right article', () => {
    expect(partnerBanner(athlete)).toBe('Nora Quist is an Archery athlete from Oslo, Norway')
    expect(partnerBanner({ ...athlete, sport: 'Tennis' })).toBe(
      'Nora Quist is a Tennis athlete from Oslo, Norway',
    )
    expect(partnerBanner({ ...athlete, city: null, countryCode: 'US' })).toBe(
      'Nora Quist is an Archery athlete from the United States',
    )
  })

  test('S2-2.62 D104 a fan by age and place; a minor without age and city', () => {
    expect(partnerBanner(fan)).toBe('Kim L. is 27 years old and from Boston, United States')
    expect(partnerBanner({ ...fan, age: 'under 18', city: null })).toBe(
      'Kim L. is under 18 and from the United States',
    )
    expect(partnerBanner({ ...fan, role: 'creator', age: 'under 18', city: null })).toBe(
      'Kim L. is under 18 and from the United States',
    )
    expect(partnerBanner({ ...fan, city: null })).toBe('Kim L. is 27 years old and from the United States')
  })

  test('one who has left by that alone, without a sport and a country', () => {
    const gone = { firstName: 'Former', lastName: 'member', username: null, sport: null, city: null }
    const former = { ...athlete, ...gone, countryCode: '' }
    expect(partnerBanner(former)).toBe('This athlete has left Infield')
    expect(spokenPartner(former)).toBe('the athlete')
    expect(spokenPartner({ ...former, role: 'basic' })).toBe('the fan')
    expect(spokenPartner(athlete)).toBe('Nora')
  })

  test('a flag is made of two regional letters', () => {
    expect(flagOf('NO')).toBe('🇳🇴')
    expect(flagOf('')).toBe('')
  })
})
