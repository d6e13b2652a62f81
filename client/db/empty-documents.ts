import type { SessionAnswer } from '../../sync/calls.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { CALLS } from '../../sync/paths.ts'
import { call } from '../api/call.ts'
import { isReloadHeldBack, reloadWhenFree } from '../api/reload-page.ts'
import { type Device, documentsName, openDevice } from './device.ts'
import { forgetPulled } from './forget-pulled.ts'
import { deleteDocuments } from './storage/delete-documents.ts'

/** The key of the moment at which documents that could not be read were last deleted. */
const EMPTIED = 'emptied'

/** Deletes an account's documents on this device, all of which can be pulled again. */
export async function emptyDocuments(account: string): Promise<void> {
  await forgetPulled(account)
  await deleteDocuments(documentsName(account))
}

/**
 * Deletes an account's documents, some of which cannot be read, and reloads the page, so that all are pulled again.
 * Does so only in a page that is looked at and may reload now, while the server says that this account is signed in,
 * and once a day, because a device that reads nothing would otherwise pull for ever.
 */
export function emptyUnreadable(account: string): Promise<void> {
  emptying ??= emptyOnce(account).finally(() => {
    emptying = null
  })
  return emptying
}

/** The attempt that is under way, because many readers find out at the same time. */
let emptying: Promise<void> | null = null

async function emptyOnce(account: string): Promise<void> {
  // A page that stays would take what it pulls next for all there is. The reader that fails again asks again.
  if (globalThis.document?.visibilityState === 'hidden' || isReloadHeldBack()) return
  const device = openDevice(account)
  if (await wasEmptied(device)) return
  const answer = await call<SessionAnswer>(CALLS.session)
  if (!answer.ok || answer.value.person?.id !== account) return
  const isMine = await device.transaction('rw', device.settings, async () => {
    // Another tab may have begun meanwhile.
    if (await wasEmptied(device)) return false
    await device.settings.put({ key: EMPTIED, value: Date.now() })
    return true
  })
  if (!isMine) return
  await emptyDocuments(account)
  await reloadWhenFree()
}

async function wasEmptied({ settings }: Device): Promise<boolean> {
  const at = Number((await settings.get(EMPTIED))?.value ?? Number.NEGATIVE_INFINITY)
  return Math.abs(Date.now() - at) < DAY_MS
}
