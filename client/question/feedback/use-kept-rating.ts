import { useEffect, useState } from 'react'
import { useDevice } from '../../store/use-device.ts'

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
  const device = useDevice()
  const [kept, setKept] = useState<KeptRating | null>(null)
  const key = `rating ${questionId}`
  useEffect(() => {
    let isOver = false
    const show = (found: Partial<KeptRating> | undefined) => {
      if (!isOver) setKept({ ...BLANK, ...found })
    }
    device.settings.get(key).then(
      (found) => show(found?.value as Partial<KeptRating> | undefined),
      () => show(undefined),
    )
    return () => {
      isOver = true
    }
  }, [device, key])
  return {
    kept,
    change: (changed) => {
      const next = { ...BLANK, ...kept, ...changed }
      setKept(next)
      // best effort: a full device takes the rating all the same
      void device.settings.put({ key, value: next }).catch(() => {})
    },
  }
}
