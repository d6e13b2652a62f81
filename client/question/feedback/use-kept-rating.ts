import { useKeptWords } from '../../store/kept-words.ts'

/** A rating that a fan has begun; it is sent only when they press the button. */
export type KeptRating = {
  stars: number
  responseFeedback: string
  infieldFeedback: string
  isSkipped: boolean
}

const BLANK: KeptRating = { stars: 5, responseFeedback: '', infieldFeedback: '', isSkipped: false }

/**
 * Returns the rating as this device has stored it, so that words typed here are here again after a reload; null
 * until the device was read.
 */
export function useKeptRating(questionId: string): {
  kept: KeptRating | null
  /** Whether anything of it is stored. */
  isStored: boolean
  change: (changed: Partial<KeptRating>) => void
  /** Deletes what is stored, because the rating was sent. */
  forget: () => void
} {
  const { words, keep } = useKeptWords<Partial<KeptRating>>(`rating ${questionId}`)
  const kept = words && { ...BLANK, ...words.value }
  return {
    kept,
    isStored: words?.value !== undefined,
    change: (changed) => keep({ ...BLANK, ...kept, ...changed }),
    forget: () => keep(undefined),
  }
}
