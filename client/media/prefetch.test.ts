import { describe, expect, test } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { fitting, wantedVideos } from './prefetch.ts'

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

  test('stay within the budget, and nothing less urgent takes the place of what does not fit', () => {
    const wanted = [60, 50, 1].map((bytes, dueAt) => ({ videoId: String(dueAt), bytes, dueAt }))
    expect(fitting(wanted, 100).map(({ bytes }) => bytes)).toEqual([60])
    expect(fitting(wanted, 111)).toHaveLength(3)
    expect(fitting(wanted, 59)).toEqual([])
  })
})
