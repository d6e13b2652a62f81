import { useCallback, useEffect, useState } from 'react'
import type { Device } from '../db/device.ts'
import { keptBytes } from '../store/prefetch.ts'
import { useStored } from '../store/use-device.ts'

export type Storage = {
  /** What this app takes, and may take, by the browser's own estimate. */
  usage: number
  quota: number
  /** The browser promised not to clear it by itself. */
  isPersisted: boolean
  /** Of it, what was recorded here and what was kept for offline. */
  takesBytes: number
  keptBytes: number
  ask(): Promise<void>
}

/** From here on a recording might not fit any more. */
export const LITTLE_BYTES = 100 * 1024 ** 2

/** What this device keeps, and how safely; null where the browser does not say. */
export function useStorage(): Storage | null {
  const own = useStored(sumOwn)
  const [told, setTold] = useState<{ usage: number; quota: number; isPersisted: boolean } | null>(null)
  const look = useCallback(async () => {
    const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
    if (usage === undefined || !quota) return
    setTold({ usage, quota, isPersisted: (await navigator.storage.persisted?.()) ?? false })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept has changed
  useEffect(() => {
    void look().catch(() => {})
  }, [look, own])
  if (!told || !own) return null
  const ask = async () => {
    await navigator.storage.persist?.()
    await look()
  }
  return { ...told, ...own, ask }
}

async function sumOwn(device: Device): Promise<{ takesBytes: number; keptBytes: number }> {
  const takes = await device.takes.toArray()
  return { takesBytes: takes.reduce((sum, { bytes }) => sum + bytes, 0), keptBytes: await keptBytes(device) }
}
