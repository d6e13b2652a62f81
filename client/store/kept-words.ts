import { useEffect, useRef, useState } from 'react'
import type { Device } from '../db/device.ts'
import { watchDevice } from '../db/watch-device.ts'
import { tellNotKept } from '../ui/not-kept.ts'
import { THIS_PAGE } from './this-page.ts'
import { useDevice } from './use-device.ts'

/** Marks words that were typed before a field could be read, and stored once it was left. */
const LEFT = 'left'

type Words<T> = { value: T | undefined }
/** The stored words before they are read: whether a read failed, and what was typed meanwhile. */
type Reading<T> = { isDone: boolean; hasFailed: boolean; typed: Words<T> | null }

/**
 * Returns the words that the user is typing, as stored on this device; null until they were read, or a read failed.
 * Takes over what another page of the app writes, and writes nothing before a read has succeeded, so that no page
 * overwrites words it has not seen. `join` makes one of stored words and those that were typed before they were read.
 */
export function useKeptWords<T>(
  key: string,
  join: (stored: T, typed: T) => T = typedAlone,
): { words: Words<T> | null; keep: (value: T | undefined) => void } {
  const device = useDevice()
  const [words, setWords] = useState<Words<T> | null>(null)
  const reading = useRef<Reading<T>>(begin())
  useEffect(() => {
    // Words typed under the previous key do not belong to this one.
    const own = begin<T>()
    reading.current = own
    setWords(null)
    const takeIn = (stored: T | undefined, page = THIS_PAGE) => {
      own.isDone = true
      const typed = own.typed?.value
      const value = typed === undefined || stored === undefined ? (typed ?? stored) : join(stored, typed)
      if (value !== stored) void write(device, { key, value, page })
      return value
    }
    const stop = watchDevice(
      () =>
        device.settings.get(key).catch((error: unknown) => {
          own.hasFailed = true
          if (own.typed) tellNotKept()
          else if (!own.isDone) setWords({ value: undefined })
          throw error
        }),
      (row) => {
        const stored = row?.value as T | undefined
        if (!own.isDone) setWords({ value: takeIn(stored) })
        // Another page's words count, not the echo of our own.
        else if (row !== undefined && row.page !== THIS_PAGE) setWords({ value: stored })
      },
    )
    return () => {
      stop()
      if (own.isDone || !own.typed) return
      // A field of this page that was opened meanwhile takes these words over as another page's.
      device.settings.get(key).then((row) => takeIn(row?.value as T | undefined, LEFT), tellNotKept)
    }
  }, [device, key, join])
  const keep = (value: T | undefined) => {
    setWords({ value })
    const { current } = reading
    if (current.isDone) return void write(device, { key, value, page: THIS_PAGE })
    current.typed = { value }
    if (current.hasFailed) tellNotKept()
  }
  return { words, keep }
}

const begin = <T>(): Reading<T> => ({ isDone: false, hasFailed: false, typed: null })

const typedAlone = <T>(_stored: T, typed: T): T => typed

/** Stores typed text on this device, so that it is back when the user opens the page again. */
export function useKeptText(key: string): { text: string; change: (text: string) => void } {
  const { words, keep } = useKeptWords<string>(key, textsTogether)
  return { text: words?.value ?? '', change: (text) => keep(text === '' ? undefined : text) }
}

/** Puts the stored text before the typed one, unless they are the same. A field of one line shows both as well. */
const textsTogether = (stored: string, typed: string) => (stored === typed ? stored : `${stored} ${typed}`)

/** Stores a value and tells the user when that fails; the words can still be sent from a full device. */
async function write(
  { settings }: Device,
  row: { key: string; value: unknown; page: string },
): Promise<void> {
  const kept = row.value === undefined ? settings.delete(row.key) : settings.put(row)
  await Promise.resolve(kept).catch(tellNotKept)
}
