import { useEffect, useRef, useState } from 'react'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { getSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { isNetworkSlow, readSendingChoice } from '../../store/sending/network-preference.ts'
import { refusalText } from '../../text/refusals.ts'
import type { ProbedVideo } from '../probe.ts'
import { type ChosenVideo, shrinkVideo } from '../shrink/shrink-video.ts'

/** What there is to be decided about a chosen file before it is kept. */
export type Open =
  /** It may be cut first; `mostMs` may be left of it. */
  | { about: 'length'; blob: Blob; durationMs: number; mostMs: number }
  /** One of its sounds would be left out. */
  | { about: 'sounds'; blob: Blob; probed: ProbedVideo }

export type ChosenFile = {
  isBusy: boolean
  /** Why the last file was not taken. */
  problem: string | null
  open: Open | null
  /** How far it is with being made smaller, from 0 to 1; null while nothing is. */
  done: number | null
  /** A file that was chosen, or what was left of one that was cut. */
  choose(blob: Blob): Promise<void>
  /** It is kept without the other sounds. */
  keepOne(): Promise<void>
  /** Another file is to be chosen. */
  letGo(): void
  /** It is kept as it is, and not made smaller. */
  skip(): void
}

type Wanted = {
  device: Device
  purpose: VideoPurpose
  /** Where its purpose alone does not say how long it may be. */
  longestMs?: number
  /** Keeps it on this device; answers with what is wrong, or nothing. */
  keep(video: ChosenVideo): Promise<string | null>
}

const NONE = { isBusy: false, problem: null, open: null }
const UNREADABLE = { ...NONE, problem: refusalText({ code: 'video-unreadable' }) }

/** Takes a file from the camera roll: it is looked at by the server's rule, made smaller where that helps, and kept. */
export function useChosenFile({ device, purpose, longestMs, keep }: Wanted): ChosenFile {
  const [state, setState] = useState<Pick<ChosenFile, 'isBusy' | 'problem' | 'open'>>(NONE)
  const { done, shrink, skip } = useShrink(device)
  const run = async (act: () => Promise<Pick<ChosenFile, 'problem' | 'open'>>) => {
    setState({ ...NONE, isBusy: true })
    setState({ ...(await act().catch(() => UNREADABLE)), isBusy: false })
  }
  const take = async (blob: Blob, probed: ProbedVideo) => ({
    problem: await keep(await shrink(blob, probed)),
    open: null,
  })
  const look = async (blob: Blob) => {
    const { probeVideo } = await import('../probe.ts')
    const probed = await probeVideo(blob, { purpose, longestMs })
    if (!probed.ok) {
      const { refusal, tooLong } = probed
      // as long as the sentence says
      const mostMs = 1_000 * Number(refusal.detail?.seconds)
      return { problem: refusalText(refusal), open: tooLong ? toCut(blob, tooLong, mostMs) : null }
    }
    if (probed.value.soundsLeftOut > 0) {
      return { problem: null, open: { about: 'sounds', blob, probed: probed.value } as const }
    }
    return take(blob, probed.value)
  }
  return {
    ...state,
    done,
    skip,
    choose: (blob) => run(() => look(blob)),
    keepOne: async () => {
      const { open } = state
      if (open?.about === 'sounds') await run(() => take(open.blob, open.probed))
    },
    letGo: () => setState(NONE),
  }
}

/** Null for a file that only the server could cut. */
function toCut(blob: Blob, { durationMs, conversion, isCut }: ProbedVideo, mostMs: number): Open | null {
  if (isCut || conversion === 'required') return null
  return { about: 'length', blob, durationMs, mostMs }
}

type Shrinking = {
  /** How far it is, from 0 to 1; null while nothing is made smaller. */
  done: number | null
  shrink(file: Blob, probed: ProbedVideo): Promise<ChosenVideo>
  /** The file is kept as it is after all. */
  skip(): void
}

/** Makes files smaller one after the other; whoever leaves the screen keeps the file as it was chosen. */
function useShrink(device: Device): Shrinking {
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
