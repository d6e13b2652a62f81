import { useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { unknownAsks } from './kept-ask.ts'

/** Asks again the questions that a restored server has forgotten, whenever the device is online. */
export function useResubmit(): void {
  const device = useDevice()
  const online = useOnline()
  const unknown = useStored(unknownAsks)
  const ids = unknown?.map(({ id }) => id).join() ?? ''
  useEffect(() => {
    if (online && ids) void askAll(device).catch(() => {})
  }, [device, online, ids])
}

/** Loads its code only when it is needed, which is hardly ever. */
async function askAll(device: Device): Promise<void> {
  const { resubmit } = await import('./resubmit.ts')
  await resubmit(device)
}
