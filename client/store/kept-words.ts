import { useEffect, useRef, useState } from 'react'
import type { Device } from '../db/device.ts'
import { watchDevice } from '../db/watch-device.ts'
import { tellNotKept } from '../ui/not-kept.ts'
import { THIS_PAGE } from './this-page.ts'
import { useDevice } from './use-device.ts'

/**
 * Returns the words that the user is typing, as stored on this device; null until they were read. Takes over what
 * another page of the app writes, so that neither page overwrites words it has not seen.
 */
export function useKeptWords<T>(key: string): {
  words: { value: T | undefined } | null
  keep: (value: T | undefined) => void
} {
  const device = useDevice()
  const [words, setWords] = useState<{ value: T | undefined } | null>(null)
  const isTyped = useRef(false)
  useEffect(() => {
    let isFirst = true
    // Words typed under the previous key do not belong to this one.
    isTyped.current = false
    setWords(null)
    return watchDevice(
      () => device.settings.get(key).catch(() => undefined),
      (row) => {
        // Words typed before the first read win, and later only another page's words count, not the echo of our
        // own.
        const isNews = isFirst ? !isTyped.current : row !== undefined && row.page !== THIS_PAGE
        isFirst = false
        if (isNews) setWords({ value: row?.value as T | undefined })
      },
    )
  }, [device, key])
  const keep = (value: T | undefined) => {
    isTyped.current = true
    setWords({ value })
    void write(device, key, value)
  }
  return { words, keep }
}

/** Stores typed text on this device, so that it is back when the user opens the page again. */
export function useKeptText(key: string): { text: string; change: (text: string) => void } {
  const { words, keep } = useKeptWords<string>(key)
  return { text: words?.value ?? '', change: (text) => keep(text === '' ? undefined : text) }
}

/** Stores a value and tells the user when that fails; the words can still be sent from a full device. */
async function write(device: Device, key: string, value: unknown): Promise<void> {
  const { settings } = device
  const kept = value === undefined ? settings.delete(key) : settings.put({ key, value, page: THIS_PAGE })
  await Promise.resolve(kept).catch(tellNotKept)
}
