import { useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { unknownAsks } from './kept-ask.ts'

/** Asks the questions again that a restored server has forgotten, whenever there is a network. */
export function useResubmit(): void {
  const device = useDevice()
  const online = useOnline()
  const unknown = useStored(unknownAsks)
  const ids = unknown?.map(({ id }) => id).join() ?? ''
  useEffect(() => {
    if (online && ids) void askAll(device).catch(() => {})
  }, [device, online, ids])
}

/** Hardly ever needed, so it comes when it is. */
async function askAll(device: Device): Promise<void> {
  const { resubmit } = await import('./resubmit.ts')
  await resubmit(device)
}
