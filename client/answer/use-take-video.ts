import { useEffect } from 'react'
import type { TakeRow } from '../db/device.ts'
import { dropBare } from '../store/sending/missing-files.ts'
import { takeVideo } from '../store/sending/video-bytes.ts'
import { useDevice, useStored } from '../store/use-device.ts'
import { showToast } from '../ui/toasts.ts'

/** Returns a take's bytes, or null until they are read. Drops a take that the browser has cleared, and says so. */
export function useTakeVideo({ id }: TakeRow): Blob | null {
  const device = useDevice()
  const stored = useStored(async (from) => ({ blob: await takeVideo(from, id) }), id)
  const isGone = stored !== null && stored.blob === null
  useEffect(() => {
    if (!isGone) return
    void dropBare(device, id).then((lost) => {
      // Say nothing about a take that its athlete has just discarded.
      if (lost.some((take) => take.id === id))
        showToast({ text: 'The browser has cleared this recording from this device.', tone: 'danger' })
    })
  }, [device, id, isGone])
  return stored?.blob ?? null
}
