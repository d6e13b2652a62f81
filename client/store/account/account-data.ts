import { forgetLeft, type LeftAccount, leftAccounts } from '../../api/left-accounts.ts'
import { getSession, type UnsentWork } from '../../api/session.ts'
import {
  closeDevice,
  deviceExists,
  deviceName,
  documentsName,
  holdsDocuments,
  openDevice,
} from '../../db/device.ts'
import { forgetPulled } from '../../db/forget-pulled.ts'
import { deleteDatabases, oweDeletions, owedDeletions } from '../../db/storage/owed-deletions.ts'
import { showOnIcon } from '../../pwa/app-badge.ts'
import { dropSharedVideo, forgetShared, readSharedVideos } from '../../pwa/shared-videos.ts'
import { forgetSnapshots } from '../../pwa/start-snapshot.ts'
import { tellDrafts } from '../drafts.ts'
import { forgetWords } from './draft-backup.ts'
import { forgetEarlyWords } from './early-words.ts'
import { unmarkHeld } from './lost-storage.ts'
import { forgetTypedForms } from './typed-forms.ts'
import { unsentOf } from './unsent.ts'
import { unmarkUnsent } from './unsent-mark.ts'

/**
 * Counts what an account has on this device that the server does not have: intents (also refused ones with words),
 * videos (waiting to be sent, still under review, or shared from other apps) and unsaved edits. First turns draft
 * words that the server has not been told of into intents.
 */
export async function unsentWorkOf(account: string): Promise<UnsentWork> {
  const shared = account === 'guest' ? 0 : (await readSharedVideos()).length
  const { intents, videos, edits } = await unsentInDatabase(account)
  return { intents, videos: videos + shared, edits }
}

async function unsentInDatabase(account: string): Promise<UnsentWork> {
  if (!(await deviceExists(account))) return { intents: 0, videos: 0, edits: 0 }
  const device = openDevice(account)
  await tellDrafts(device)
  return unsentOf(device)
}

/** Notes that an account is leaving, so that the next start deletes its databases if this page ends before. */
export function noteLeaving(account: string): void {
  oweDeletions([deviceName(account), documentsName(account)])
  unmarkUnsent(account)
  forgetWords(account)
  unmarkHeld(account)
}

/**
 * Deletes every trace of an account from this device. The caller has already closed everything that holds its
 * databases open.
 */
export async function deleteAccount(account: string): Promise<void> {
  await forgetShown()
  await deleteStored(account)
}

async function deleteStored(account: string): Promise<void> {
  closeDevice(account)
  unmarkUnsent(account)
  forgetWords(account)
  if (account === 'guest') forgetEarlyWords()
  unmarkHeld(account)
  const names = await databaseNames(account)
  const own = names.filter((name) => name === deviceName(account) || holdsDocuments(name, account))
  await deleteDatabases(own)
}

/**
 * Cleans up when another account uses this device. Deletes what the former account can pull again; keeps its device
 * database while it holds unsent work.
 */
export async function leaveAccount(account: string): Promise<void> {
  await forgetShown()
  await leaveStored(account)
}

async function leaveStored(account: string): Promise<void> {
  const unsent = await unsentInDatabase(account)
  if (unsent.intents + unsent.videos + unsent.edits === 0) return deleteStored(account)
  await forgetPulled(account)
  const names = await databaseNames(account)
  await deleteDatabases(names.filter((name) => holdsDocuments(name, account)))
}

/**
 * Removes what is visible of an account before anything of it is read: the badge on the icon, its start snapshot,
 * shared videos, and what was typed into public forms.
 */
async function forgetShown(): Promise<void> {
  forgetTypedForms()
  await forgetShared()
  await showOnIcon(0)
  await forgetSnapshots()
}

/**
 * Deletes databases that an earlier sign-out could not delete because another tab held them open, and what a former
 * account left here when another one signed in and the page ended or failed before it was deleted.
 */
export async function finishDeleting(): Promise<void> {
  await deleteDatabases(owedDeletions())
  for (const left of leftAccounts()) {
    if (left.account !== getSession().account) await finishLeaving(left)
    forgetLeft(left.account)
  }
}

/** Cleans up after a former account, and touches nothing that the present one has shared or typed since. */
async function finishLeaving({ account, leftAt }: LeftAccount): Promise<void> {
  await forgetSnapshots()
  for (const { id, sharedAt } of await readSharedVideos()) if (sharedAt < leftAt) await dropSharedVideo(id)
  await leaveStored(account)
}

/** Returns the names of all databases; of an account's own where an older browser has no list of them. */
async function databaseNames(account: string): Promise<string[]> {
  const databases = await indexedDB.databases?.()
  return databases?.flatMap(({ name }) => name ?? []) ?? [deviceName(account), documentsName(account)]
}
