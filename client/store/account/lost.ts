import { type Device, watchDevice } from '../device.ts'
import { newId } from '../new-id.ts'
import { dropBare, heldTakes, keepFound, type LostTake } from '../sending/bare.ts'

/** What lay on this device and nowhere else, noted beside its database: a browser that clears the one leaves the other. */
type Mark = { database: string; takes: LostTake[] }

const DATABASE = 'database'
const markKey = (account: string) => `infield.held.${account}`

/**
 * Looks for what is listed and not there any more, keeps what it found until it is read, and notes from then on what
 * there is to lose. The answer ends the noting.
 */
export async function watchLost(device: Device): Promise<() => void> {
  const marked = readMark(device.account)
  const known = (await device.settings.get(DATABASE))?.value
  const cleared = marked && marked.database !== known ? marked.takes : []
  await dropBare(device)
  const database = typeof known === 'string' ? known : newId()
  await device.transaction('rw', device.settings, async () => {
    if (database !== known) await device.settings.put({ key: DATABASE, value: database })
    await keepFound(device, cleared)
  })
  writeMark(device.account, { database, takes: await heldTakes(device) })
  return watchDevice(
    () => heldTakes(device),
    (takes) => writeMark(device.account, { database, takes }),
  )
}

function readMark(account: string): Mark | null {
  try {
    return JSON.parse(localStorage.getItem(markKey(account)) ?? 'null') as Mark | null
  } catch {
    return null
  }
}

function writeMark(account: string, mark: Mark): void {
  try {
    if (mark.takes.length === 0) localStorage.removeItem(markKey(account))
    else localStorage.setItem(markKey(account), JSON.stringify(mark))
  } catch {
    // a browser that keeps nothing loses nothing unnoticed either
  }
}

/** With the account everything that names it goes. */
export function unmarkHeld(account: string): void {
  writeMark(account, { database: '', takes: [] })
}
