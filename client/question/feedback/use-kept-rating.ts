import { useKeptWords } from '../../store/kept-words.ts'

/** What a fan has begun to say about an answer; it is sent only when they say so. */
export type KeptRating = {
  stars: number
  responseFeedback: string
  infieldFeedback: string
  isSkipped: boolean
}

const BLANK: KeptRating = { stars: 5, responseFeedback: '', infieldFeedback: '', isSkipped: false }

/** A rating as it stands on this device: a word typed here is here again when the page is. Null until it was looked for. */
export function useKeptRating(questionId: string): {
  kept: KeptRating | null
  change: (changed: Partial<KeptRating>) => void
} {
  const { words, keep } = useKeptWords<Partial<KeptRating>>(`rating ${questionId}`)
  const kept = words && { ...BLANK, ...words.value }
  return { kept, change: (changed) => keep({ ...BLANK, ...kept, ...changed }) }
}
