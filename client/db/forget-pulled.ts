import { openDevice } from './device.ts'
import { dropSnapshots } from './list-snapshots.ts'

/** What the settings keys begin with that record that a collection was pulled whole. */
export const PULLED = 'pulled:'

/**
 * Forgets what the device's own database says of an account's documents, before they are deleted: that they were
 * pulled, and the first rows of their lists. Otherwise an empty list would be called truly empty.
 */
export async function forgetPulled(account: string): Promise<void> {
  const device = openDevice(account)
  await device.transaction('rw', device.settings, device.heads, async () => {
    await device.settings.where('key').startsWith(PULLED).delete()
    await device.heads.clear()
  })
  dropSnapshots(account)
}
