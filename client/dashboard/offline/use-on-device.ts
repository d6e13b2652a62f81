import { COLLECTION_NAMES } from '../../../sync/collections.ts'
import type { Device } from '../../db/device.ts'
import { pulledKey } from '../../store/pulled.ts'
import { useStored } from '../../store/use-device.ts'

export type OnDevice = {
  /** Every collection was pulled whole at least once. */
  isPulled: boolean
  /** The videos kept for playing without a network. */
  videoIds: readonly string[]
}

/** What of this account is on this device; null while that is being read. */
export function useOnDevice(): OnDevice | null {
  return useStored(readOnDevice)
}

async function readOnDevice(device: Device): Promise<OnDevice> {
  const pulled = await device.settings.bulkGet(COLLECTION_NAMES.map(pulledKey))
  const videoIds = await device.kept.toCollection().primaryKeys()
  return { isPulled: pulled.every((setting) => setting?.value === true), videoIds }
}
