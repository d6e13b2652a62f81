import { describe, expect, test } from 'vitest'
import type { AnswerDocument, QuestionDocument } from '../../sync/collections.ts'
import { fitting, wantedAnswers, wantedVideos } from './wanted-videos.ts'

const question = (change: Partial<QuestionDocument>) =>
  ({ status: 'approved', videoId: 'v', videoBytes: 10, dueAt: 0, ...change }) as QuestionDocument

describe('videos kept ahead', () => {
  test('are those of open video questions, the one due first first', () => {
    const rows = [
      question({ videoId: 'late', dueAt: 30 }),
      question({ videoId: null }),
      question({ videoId: 'done', status: 'completed', dueAt: 1 }),
      question({ videoId: 'soon', dueAt: 10 }),
    ]
    expect(wantedVideos(rows).map(({ videoId }) => videoId)).toEqual(['soon', 'late'])
  })

  test('a fan keeps the latest answers they were given, and an athlete none of their own', () => {
    const answer = (videoId: string, deliveredAt: number, athleteId = 'other') =>
      ({ videoId, videoBytes: 5, deliveredAt, athleteId }) as AnswerDocument
    const given = Array.from({ length: 12 }, (_, at) => answer(`v${at}`, at))
    const kept = wantedAnswers([...given, answer('own', 99, 'me')], 'me')
    expect([kept.length, kept[0]?.videoId, kept.at(-1)?.videoId]).toEqual([10, 'v11', 'v2'])
  })

  test('stay within the budget, and nothing less urgent takes the place of what does not fit', () => {
    const wanted = [60, 50, 1].map((bytes, dueAt) => ({ videoId: String(dueAt), bytes, dueAt }))
    expect(fitting(wanted, 100).map(({ bytes }) => bytes)).toEqual([60])
    expect(fitting(wanted, 111)).toHaveLength(3)
    expect(fitting(wanted, 59)).toEqual([])
  })
})
