import { useCallback, useEffect, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { forgetKept, isUnfinished, noteUnfinished } from '../../store/unfinished-videos.ts'
import { useDevice } from '../../store/use-device.ts'
import { noteTold } from '../../ui/toasts.ts'

/** The saved copy of an answer's video, and how far saving it is. */
export type SavedAnswer = {
  blob: Blob | null
  state: 'looking' | 'away' | 'saving' | 'saved' | 'failed'
  save: () => Promise<void>
  forget: () => Promise<void>
  /** Notes that this browser does not play the copy, so that it is fetched again once there is another version. */
  noteUnplayable: () => void
}

/** Returns an answer's copy on this device, for watching it offline, and the functions that save and remove it. */
export function useSavedAnswer(videoId: string | null, token: string): SavedAnswer {
  const device = useDevice()
  const online = useOnline()
  const [kept, setKept] = useState<Pick<SavedAnswer, 'blob' | 'state'>>({ blob: null, state: 'looking' })
  const look = useCallback(async () => {
    const row = videoId ? await device.kept.get(videoId) : undefined
    setKept(row ? { blob: row.blob, state: 'saved' } : { blob: null, state: 'away' })
  }, [device, videoId])
  useEffect(() => {
    void look().catch(() => setKept({ blob: null, state: 'away' }))
  }, [look])
  useEffect(() => {
    if (!videoId || !online) return
    void fetchIfUnfinished(device, { videoId, token }).catch(() => {})
  }, [device, videoId, token, online])
  const save = async () => {
    if (!videoId) return
    setKept({ blob: null, state: 'saving' })
    // Load the code that fetches only now, because the page can stand without it.
    const prefetch = await import('../../store/prefetch.ts').catch(() => null)
    if (!(await prefetch?.keepVideo(device, { videoId, token })))
      return setKept({ blob: null, state: 'failed' })
    noteTold({ text: 'An answer was saved on this device', tone: 'success' })
    await look()
  }
  const forget = async () => {
    if (videoId) await forgetKept(device, videoId)
    await look()
  }
  const noteUnplayable = () => {
    if (videoId) void noteUnfinished(device, videoId).catch(() => {})
  }
  return { ...kept, save, forget, noteUnplayable }
}

/** Fetches a copy again that was not final. It is shown at the next visit, because this one may be watching. */
async function fetchIfUnfinished(device: Device, saved: { videoId: string; token: string }): Promise<void> {
  if (!(await isUnfinished(device, saved.videoId))) return
  const { fetchAgain } = await import('../../store/prefetch.ts')
  await fetchAgain(device, saved)
}
