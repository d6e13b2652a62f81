import { useEffect } from 'react'
import { useOnline } from '../../pwa/connection.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { askAnew, unknownAsks } from './ask-anew.ts'

/** Asks the questions again that a restored server has forgotten, whenever there is a network. */
export function useAskAnew(): void {
  const device = useDevice()
  const online = useOnline()
  const unknown = useStored(unknownAsks)
  const ids = unknown?.map(({ id }) => id).join() ?? ''
  useEffect(() => {
    if (online && ids) void askAnew(device).catch(() => {})
  }, [device, online, ids])
}
