import { useEffect, useRef, useState } from 'react'
import { getSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { isNetworkSlow, readSendingChoice } from '../../store/sending/sending-choice.ts'
import type { ProbedVideo } from '../probe.ts'
import { type ChosenVideo, shrinkVideo } from './shrink-video.ts'

export type Shrinking = {
  /** How far it is, from 0 to 1; null while nothing is made smaller. */
  done: number | null
  shrink(file: Blob, probed: ProbedVideo): Promise<ChosenVideo>
  /** The file is kept as it is after all. */
  skip(): void
}

/** Makes files smaller one after the other; whoever leaves the screen keeps the file as it was chosen. */
export function useShrink(device: Device): Shrinking {
  const [done, setDone] = useState<number | null>(null)
  const skipping = useRef<AbortController | null>(null)
  const skip = () => skipping.current?.abort()
  useEffect(() => () => skipping.current?.abort(), [])
  const shrink = async (file: Blob, probed: ProbedVideo) => {
    const controller = new AbortController()
    skipping.current = controller
    try {
      const isSlow = isNetworkSlow(await readSendingChoice(device))
      const { canConvert } = getSession()
      return await shrinkVideo(file, probed, {
        isSlow,
        canConvert,
        onDone: setDone,
        signal: controller.signal,
      })
    } finally {
      setDone(null)
    }
  }
  return { done, shrink, skip }
}
