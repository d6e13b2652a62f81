import { COLLECTION_NAMES } from '../../../sync/collections.ts'
import type { Device } from '../../db/device.ts'
import { pulledKey } from '../../store/pulled.ts'
import { useStored } from '../../store/use-device.ts'

export type OnDevice = {
  /** Whether every collection was pulled completely at least once. */
  isPulled: boolean
  /** The videos stored for playing offline. */
  videoIds: readonly string[]
}

/** Returns what this device has of the account; null while that is being read. */
export function useOnDevice(): OnDevice | null {
  return useStored(readOnDevice)
}

async function readOnDevice(device: Device): Promise<OnDevice> {
  const pulled = await device.settings.bulkGet(COLLECTION_NAMES.map(pulledKey))
  const videoIds = await device.kept.toCollection().primaryKeys()
  return { isPulled: pulled.every((setting) => setting?.value === true), videoIds }
}
