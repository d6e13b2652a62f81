import { describe, expect, test } from 'vitest'
import { ACCOUNT_COPY } from '../../sync/account/copy.ts'
import { COPY } from '../../sync/copy.ts'
import { REFUSALS, type RefusalCode } from '../../sync/errors.ts'
import { FORM_COPY } from '../../sync/forms/copy.ts'
import { refusalText } from './refusals.ts'

describe('the sentence for a refusal', () => {
  test('every code of the catalogue has one that ends as a sentence does', () => {
    const ofAge = 'You must be at least 15 years old to use Infield'
    const quoted: string[] = [...Object.values({ ...COPY, ...ACCOUNT_COPY, ...FORM_COPY }), ofAge]
    const texts = Object.keys(REFUSALS).map((code) => refusalText({ code: code as RefusalCode }))
    for (const text of texts) {
      if (!quoted.includes(text)) expect(text).toMatch(/^[A-Z].{10,}\.$/)
    }
  })

  test('one that a newer server says asks for the newer app', () => {
    const unknown = { code: 'said-since' as RefusalCode }
    expect(refusalText(unknown)).toBe(refusalText({ code: 'outdated-app' }))
  })

  test('S1-5.7, S1-5.8, S1-5.11, S2-5.30, S2-5.31, S2-5.33, S1-5.15, S1-5.18 keep the specified words', () => {
    expect(refusalText({ code: 'video-type' })).toBe('Please upload a valid video file (MP4, WebM, or MOV)')
    expect(refusalText({ code: 'video-size' })).toBe('File size must be less than 100MB')
    expect(refusalText({ code: 'video-unreadable' })).toBe('Error processing video. Please try again.')
    expect(refusalText({ code: 'under-age' })).toBe('You must be at least 15 years old to use Infield')
    expect(refusalText({ code: 'amount-below-minimum', detail: { minimumCents: 500 } })).toBe(
      'Minimum of $5.',
    )
  })

  test('S2-9.11 D16 the minimum of an amount is the one that was passed', () => {
    const tooLittle = (minimumCents: number) =>
      refusalText({ code: 'amount-below-minimum', detail: { minimumCents } })
    expect([tooLittle(200), tooLittle(500)]).toEqual(['Minimum of $2.', 'Minimum of $5.'])
  })

  test('S1-5.9 D6 the limit of a video is the one that was passed', () => {
    const tooLong = (seconds: number, purpose: string) =>
      refusalText({ code: 'video-too-long', detail: { seconds, purpose } })
    expect(tooLong(300, 'question')).toBe('Video must be 300 seconds or less')
    expect(tooLong(20, 'question')).toBe('Video must be 20 seconds or less')
    expect(tooLong(60, 'answer')).toBe(COPY.answerTooLong)
  })

  test('D17 names the price', () => {
    expect(refusalText({ code: 'amount-below-price', detail: { priceCents: 2_550 } })).toBe(
      'Please enter an amount that is above $25.50.',
    )
  })

  test('S2-8.10 a signup code that does not count', () => {
    expect(refusalText({ code: 'wrong-signup-code' })).toBe('Invalid signup code')
  })

  test('S2-8.6 S2-8.7 S2-8.8 S2-8.9 D111 name the step of the adoption that broke off', () => {
    const told = (step: string) => refusalText({ code: 'adoption-failed', detail: { step } })
    expect(['conversations', 'conversation', 'messages', 'profile'].map(told)).toEqual([
      'Error fetching conversations',
      'Error updating conversation',
      'Error updating messages',
      'User update error',
    ])
  })

  test('too many requests says when, if that is more than a moment', () => {
    expect(refusalText({ code: 'too-many-requests', detail: { retryAfterS: 5 } })).toBe(COPY.tooMany)
    expect(refusalText({ code: 'too-many-requests', detail: { retryAfterS: 600 } })).toContain('10 min')
    expect(refusalText({ code: 'too-many-requests', detail: { retryAfterS: 7_140 } })).toContain('in 2 h.')
  })
})
