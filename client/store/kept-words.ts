import { useEffect, useRef, useState } from 'react'
import { type Device, watchDevice } from '../db/device.ts'
import { tellNotKept } from '../ui/not-kept.ts'
import { THIS_PAGE } from './this-page.ts'
import { useDevice } from './use-device.ts'

/**
 * What somebody is writing, as it stands on this device; null until it was looked for. What another page of the app
 * writes there is taken over, so that neither overwrites what it has not seen.
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
    // those of another key are not these
    isTyped.current = false
    setWords(null)
    return watchDevice(
      () => device.settings.get(key).catch(() => undefined),
      (row) => {
        // what was typed before anything was found stands, and nobody's own words come back to them
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

/** Words somebody is writing: typed here, they are here again when the page is. */
export function useKeptText(key: string): { text: string; change: (text: string) => void } {
  const { words, keep } = useKeptWords<string>(key)
  return { text: words?.value ?? '', change: (text) => keep(text === '' ? undefined : text) }
}

/** Best effort, and said where it fails: a full device sends what is written all the same. */
async function write(device: Device, key: string, value: unknown): Promise<void> {
  const { settings } = device
  const kept = value === undefined ? settings.delete(key) : settings.put({ key, value, page: THIS_PAGE })
  await Promise.resolve(kept).catch(tellNotKept)
}
