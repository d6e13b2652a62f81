import type { PublicAthlete } from '../../sync/athlete/athlete.ts'

/** "Usually answers within 5 hours"; nothing while too few answers are known. */
export function answersText({ answerMinutes }: Pick<PublicAthlete, 'answerMinutes'>): string | null {
  if (answerMinutes === null) return null
  const hours = Math.max(1, Math.ceil(answerMinutes / 60))
  if (hours === 1) return 'Usually answers within an hour'
  return `Usually answers within ${hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`}`
}
