import type { AnswerDocument } from '../../sync/collections.ts'

export type Earnings = { fulfilled: number; earnedCents: number; lastDeliveredAt: number }

/**
 * What the delivered answers come to: their number, and the sum of the athlete's shares in cents (S2-2.45, S2-2.46).
 * The sum knows no tip and nothing that went back.
 */
export function earningsOf(
  answers: readonly Pick<AnswerDocument, 'state' | 'shareCents' | 'deliveredAt'>[],
): Earnings {
  const delivered = answers.filter(({ state }) => state === 'delivered')
  return {
    fulfilled: delivered.length,
    earnedCents: delivered.reduce((sum, { shareCents }) => sum + shareCents, 0),
    lastDeliveredAt: delivered.reduce((last, { deliveredAt }) => Math.max(last, deliveredAt ?? 0), 0),
  }
}

/**
 * The head's sum: the books' own (`ofBooks`) once this device has them, the same as in the Money tab; until then what
 * the documents come to. Null while neither is known, and while the device still looks for the books: one sum after
 * another would be read as a change.
 */
export function totalEarned(documents: Earnings | null, ofBooks: number | null | undefined): number | null {
  if (ofBooks === undefined) return null
  return ofBooks ?? documents?.earnedCents ?? null
}
