import { useCallback, useEffect, useState } from 'react'
import { useDevice } from '../../store/use-device.ts'
import { noteTold } from '../../ui/toasts.ts'

/** The saved copy of an answer's video, and how far saving it is. */
export type SavedAnswer = {
  blob: Blob | null
  state: 'looking' | 'away' | 'saving' | 'saved' | 'failed'
  save: () => Promise<void>
  forget: () => Promise<void>
}

/** Returns an answer's copy on this device, for watching it offline, and the functions that save and remove it. */
export function useSavedAnswer(videoId: string | null, token: string): SavedAnswer {
  const device = useDevice()
  const [kept, setKept] = useState<Pick<SavedAnswer, 'blob' | 'state'>>({ blob: null, state: 'looking' })
  const look = useCallback(async () => {
    const row = videoId ? await device.kept.get(videoId) : undefined
    setKept(row ? { blob: row.blob, state: 'saved' } : { blob: null, state: 'away' })
  }, [device, videoId])
  useEffect(() => {
    void look().catch(() => setKept({ blob: null, state: 'away' }))
  }, [look])
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
    if (videoId) await device.kept.delete(videoId)
    await look()
  }
  return { ...kept, save, forget }
}
