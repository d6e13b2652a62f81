import { useEffect, useState } from 'react'
import type { MediaTicketAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { call } from '../app/call.ts'

const LOOK_MS = 5_000

/** How far the server is with a version of this video for every device, in percent; null where none is being made. */
export function useConversion(videoId: string, isOn: boolean): number | null {
  const [percent, setPercent] = useState<number | null>(null)
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    const look = async () => {
      const answer = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId })
      if (!isOver && answer.ok) setPercent(answer.value.convertedPercent)
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
