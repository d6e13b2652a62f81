import { newId } from '../../api/new-id.ts'
import { type Device, deviceExists, openDevice } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'

/** A message that the user of this device was shown, with the moment it was shown. */
export type Activity = { id: string; at: number; text: string; tone: 'plain' | 'success' | 'danger' }

const KEY = 'activity'
const MOST = 100

/**
 * Stores a message in the account's database, so that it is deleted with the account. The oldest message is dropped
 * when the list is full.
 */
export async function keepActivity(account: string, told: Pick<Activity, 'text' | 'tone'>): Promise<void> {
  const device = openDevice(account)
  const { text, tone } = told
  await device.transaction('rw', device.settings, async () => {
    const value = [{ id: newId(), at: Date.now(), text, tone }, ...(await readActivities(device))]
    await device.settings.put({ key: KEY, value: value.slice(0, MOST) })
  })
}

/**
 * Calls `listener` with the account's list, newest first, now and whenever it changes. Never creates a database.
 * Returns the function that stops it.
 */
export async function watchActivities(
  account: string,
  listener: (activities: Activity[]) => void,
): Promise<() => void> {
  if (!(await deviceExists(account))) {
    listener([])
    return () => {}
  }
  // Open the database only here, so that watching does not recreate one that was deleted with its account.
  const device = openDevice(account)
  return watchDevice(() => readActivities(device), listener)
}

/** Empties an account's list. */
export async function forgetActivities(account: string): Promise<void> {
  await openDevice(account).settings.delete(KEY)
}

async function readActivities(device: Device): Promise<Activity[]> {
  return ((await device.settings.get(KEY))?.value ?? []) as Activity[]
}
