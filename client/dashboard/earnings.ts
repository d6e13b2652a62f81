import type { AnswerDocument } from '../../sync/collections.ts'

export type Earnings = { fulfilled: number; earnedCents: number }

/** What the delivered answers come to: their number, and the sum of the athlete's shares in cents (S2-2.45, S2-2.46). */
export function earningsOf(answers: readonly Pick<AnswerDocument, 'state' | 'shareCents'>[]): Earnings {
  const delivered = answers.filter(({ state }) => state === 'delivered')
  return {
    fulfilled: delivered.length,
    earnedCents: delivered.reduce((sum, { shareCents }) => sum + shareCents, 0),
  }
}
