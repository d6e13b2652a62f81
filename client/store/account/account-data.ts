import type { UnsentWork } from '../../api/session.ts'
import { closeDevice, deviceExists, deviceName, documentsPrefix, openDevice } from '../../db/device.ts'
import { showOnIcon } from '../../pwa/app-badge.ts'
import { forgetShared } from '../../pwa/shared-videos.ts'
import { forgetLooks } from '../../pwa/start-snapshot.ts'
import { tellDrafts } from '../drafts.ts'
import { forgetWords } from './draft-backup.ts'
import { forgetEarlyWords } from './early-words.ts'
import { unmarkHeld } from './lost-storage.ts'
import { oweDeletions, owedDeletions } from './owed-deletions.ts'
import { unsentOf } from './unsent.ts'
import { unmarkUnsent } from './unsent-mark.ts'

const PATIENCE_MS = 5_000

/**
 * What an account has here that the server has not: intents, videos to be sent or still looked at, unsaved edits. Words of
 * a draft that nobody was told of yet become an intent first.
 */
export async function countUnsent(account: string): Promise<UnsentWork> {
  if (!(await deviceExists(account))) return { intents: 0, videos: 0, edits: 0 }
  const device = openDevice(account)
  await tellDrafts(device)
  const { intents, videos, edits } = await unsentOf(device)
  return { intents, videos, edits }
}

/** Deletes every trace of an account from this device; everything that holds it open has let go before. */
export async function deleteAccount(account: string): Promise<void> {
  await forgetShown()
  closeDevice(account)
  unmarkUnsent(account)
  forgetWords(account)
  if (account === 'guest') forgetEarlyWords()
  unmarkHeld(account)
  const names = await databaseNames()
  const own = names.filter(
    (name) => name === deviceName(account) || name.startsWith(documentsPrefix(account)),
  )
  await deleteDatabases(own)
}

/**
 * Another account uses this device now. What the former one can have from the server again is deleted; its own
 * database stays while something in it was never sent.
 */
export async function leaveAccount(account: string): Promise<void> {
  await forgetShown()
  const unsent = await countUnsent(account)
  if (unsent.intents + unsent.videos + unsent.edits === 0) return deleteAccount(account)
  const names = await databaseNames()
  await deleteDatabases(names.filter((name) => name.startsWith(documentsPrefix(account))))
}

/** What is seen of an account before anything is read of it: the number on the icon, its start snapshot, what was shared. */
async function forgetShown(): Promise<void> {
  await forgetShared()
  await showOnIcon(0)
  await forgetLooks()
}

/** Deletes what an earlier sign-out could not, because another tab held on to it. */
export async function finishDeleting(): Promise<void> {
  await deleteDatabases(owedDeletions())
}

/** The names are noted until the databases are gone, so that a closed tab or a kill leaves nothing behind. */
async function deleteDatabases(names: string[]): Promise<void> {
  oweDeletions(names)
  const deleted = await Promise.all(names.map(deleteDatabase))
  oweDeletions(names.filter((_name, at) => !deleted[at]))
}

function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve(true)
    request.onerror = () => resolve(false)
    setTimeout(() => resolve(false), PATIENCE_MS)
  })
}

async function databaseNames(): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => name ?? [])
}
