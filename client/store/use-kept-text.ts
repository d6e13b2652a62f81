import { useEffect, useState } from 'react'
import type { Device } from './device.ts'
import { useDevice } from './use-device.ts'

/** Words somebody is writing, as they stand on this device: typed here, they are here again when the page is. */
export function useKeptText(key: string): { text: string; change: (text: string) => void } {
  const device = useDevice()
  const [text, setText] = useState('')
  useEffect(() => {
    let isOver = false
    void device.settings.get(key).then(
      (found) => {
        if (!isOver && typeof found?.value === 'string') setText(found.value)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [device, key])
  return {
    text,
    change: (changed) => {
      setText(changed)
      void keepText(device, key, changed)
    },
  }
}

/** Best effort: a full device sends what is written all the same. */
async function keepText(device: Device, key: string, text: string): Promise<void> {
  const kept = text === '' ? device.settings.delete(key) : device.settings.put({ key, value: text })
  await Promise.resolve(kept).catch(() => {})
}
