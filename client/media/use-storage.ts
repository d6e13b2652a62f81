import { useCallback, useEffect, useState } from 'react'
import type { Device } from '../db/device.ts'
import { keptBytes } from '../store/prefetch.ts'
import { useStored } from '../store/use-device.ts'

export type Storage = {
  /** The bytes that this app uses, and may use, by the browser's estimate. */
  usage: number
  quota: number
  /** The browser has promised not to clear this site's storage by itself. */
  isPersisted: boolean
  /** The parts of it: recordings, and videos kept for offline use. */
  takesBytes: number
  keptBytes: number
  ask(): Promise<void>
}

/** Below this much free space a recording might no longer fit. */
export const LITTLE_BYTES = 100 * 1024 ** 2

/** Returns how much this device stores and how safely; null where the browser does not say. */
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
