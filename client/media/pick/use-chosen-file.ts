import { useEffect, useRef, useState } from 'react'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { getSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { isNetworkSlow, readSendingChoice } from '../../store/sending/network-preference.ts'
import { refusalText } from '../../text/refusals.ts'
import { NOT_LOADED_TEXT } from '../picture/take-picture.ts'
import type { ProbedVideo } from '../probe.ts'
import { type ChosenVideo, shrinkVideo } from '../shrink/shrink-video.ts'

/** A decision that the user has to make about a chosen file before it is kept. */
export type Open =
  /** The file is too long and may be cut to `mostMs`. */
  | { about: 'length'; blob: Blob; durationMs: number; mostMs: number }
  /** Only one of the file's sound tracks would be sent. */
  | { about: 'sounds'; blob: Blob; probed: ProbedVideo }

export type ChosenFile = {
  isBusy: boolean
  /** The reason why the last file was refused. */
  problem: string | null
  open: Open | null
  /** The progress of making the file smaller, from 0 to 1; null while no file is being made smaller. */
  done: number | null
  /** Takes a chosen file, or the result of cutting one. */
  choose(blob: Blob): Promise<void>
  /** Keeps the file with only one sound track. */
  keepOne(): Promise<void>
  /** Drops the file, so that the user can choose another. */
  letGo(): void
  /** Keeps the file as it is instead of making it smaller. */
  skip(): void
}

type Wanted = {
  device: Device
  purpose: VideoPurpose
  /** The longest allowed length, where it is shorter than the purpose's limit. */
  longestMs?: number
  /** Keeps the video on this device. Resolves to an error text, or null. */
  keep(video: ChosenVideo): Promise<string | null>
}

const NONE = { isBusy: false, problem: null, open: null }
const UNREADABLE = { ...NONE, problem: refusalText({ code: 'video-unreadable' }) }

/**
 * Handles a file from the camera roll: checks it by the server's rule, makes it smaller where that helps, and keeps
 * it.
 */
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
    const probe = await import('../probe.ts').catch(() => null)
    if (!probe) return { problem: NOT_LOADED_TEXT, open: null }
    const probed = await probe.probeVideo(blob, { purpose, longestMs })
    if (!probed.ok) {
      const { refusal, tooLong } = probed
      // Use the limit that the refusal states.
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

/** Returns the offer to cut a file; null for a file that only the server could cut. */
function toCut(blob: Blob, { durationMs, conversion, isCut }: ProbedVideo, mostMs: number): Open | null {
  if (isCut || conversion === 'required') return null
  return { about: 'length', blob, durationMs, mostMs }
}

type Shrinking = {
  /** The progress from 0 to 1; null while no file is being made smaller. */
  done: number | null
  shrink(file: Blob, probed: ProbedVideo): Promise<ChosenVideo>
  /** Keeps the file as it is after all. */
  skip(): void
}

/** Makes files smaller, one after another. Leaving the screen keeps the file as it was chosen. */
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
