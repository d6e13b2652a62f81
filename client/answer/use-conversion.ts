import { useEffect, useState } from 'react'
import type { MediaTicketAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { type CallResult, call, isNetworkError } from '../api/call.ts'

const LOOK_MS = 5_000

/** Returns how far the server has converted this video for every device, in percent; null when no conversion runs. */
export function useConversion(videoId: string, isOn: boolean): number | null {
  const [percent, setPercent] = useState<number | null>(null)
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    const look = async () => {
      const answer = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId })
      if (!isOver) setPercent(percentOf(answer))
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [videoId, isOn])
  return isOn ? percent : null
}

/** Reads the percentage; a video that cannot be played before its conversion is refused with it. */
function percentOf(answer: CallResult<MediaTicketAnswer>): number | null {
  if (answer.ok) return answer.value.convertedPercent
  if (isNetworkError(answer) || answer.refusal.code !== 'video-converting') return null
  return Number(answer.refusal.detail?.percent ?? 0)
}

/** The words of `conversionWords` that stay the same. */
export const CONVERTING = 'Sent. It is being made ready for every device'

/** Says how far a video is that the server is converting. */
export const conversionWords = (percent: number) => `${CONVERTING}: ${percent} %.`
