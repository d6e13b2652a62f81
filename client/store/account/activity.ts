import { newId } from '../../api/new-id.ts'
import { type Device, deviceExists, openDevice, watchDevice } from '../../db/device.ts'

/** Something that was said to whoever uses this device, with the moment it was said. */
export type Activity = { id: string; at: number; text: string; tone: 'plain' | 'success' | 'danger' }

const KEY = 'activity'
const MOST = 100

/** Keeps what was said on this device, beside the account's other data and gone with it; the oldest makes room. */
export async function keepActivity(account: string, told: Pick<Activity, 'text' | 'tone'>): Promise<void> {
  const device = openDevice(account)
  const { text, tone } = told
  await device.transaction('rw', device.settings, async () => {
    const value = [{ id: newId(), at: Date.now(), text, tone }, ...(await readActivities(device))]
    await device.settings.put({ key: KEY, value: value.slice(0, MOST) })
  })
}

/** Calls `listener` with the account's list, newest first, now and whenever it changes; looking makes no database. */
export async function watchActivities(
  account: string,
  listener: (activities: Activity[]) => void,
): Promise<() => void> {
  if (!(await deviceExists(account))) {
    listener([])
    return () => {}
  }
  // a list that was deleted with its account is not made anew by looking at it
  const device = openDevice(account)
  return watchDevice(() => readActivities(device), listener)
}

/** Empties the list. */
export async function forgetActivities(account: string): Promise<void> {
  await openDevice(account).settings.delete(KEY)
}

async function readActivities(device: Device): Promise<Activity[]> {
  return ((await device.settings.get(KEY))?.value ?? []) as Activity[]
}
