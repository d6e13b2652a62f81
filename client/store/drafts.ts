import type { DraftDocument } from '../../sync/collections.ts'
import { type Device, type DraftRow, openDevice, type ToldDraftRow } from '../db/device.ts'
import { toStore } from '../db/stored-blob.ts'
import { watchDevice } from '../db/watch-device.ts'
import { forgetWords, nextMoment, noteMoment, withLastWords, wordsAlone } from './account/draft-backup.ts'
import { earlyWords, forgetEarlyWords } from './account/early-words.ts'
import { markUnsent } from './account/unsent-mark.ts'
import { addEntry } from './outbox.ts'
import { writeAtOnce } from './sending/strict-write.ts'
import { chunksOf } from './takes.ts'
import { THIS_PAGE } from './this-page.ts'

/** A draft as its screen passes it. The screen defines the text in `body`. */
export type NewDraft = { id: string; athleteId: string; body: string }

/** A draft with what the server knows of it. */
export type KeptDraft = DraftRow & Pick<ToldDraftRow, 'serverId' | 'base'> & { isTold: boolean }

/**
 * Stores an unfinished question on this device in its current state. Screens call it often enough that no word is
 * lost; `tellDraft` sends the draft to the user's other devices.
 */
export async function keepDraft(device: Device, draft: NewDraft): Promise<void> {
  markUnsent(device.account)
  const row = wordsOf(device, draft)
  // A strict write starts its commit at once, so that it survives the page closing at this moment.
  await writeAtOnce(device, ['drafts'], (transaction) => transaction.objectStore('drafts').put(row))
  forgetEarlyWords(draft.id)
}

function wordsOf({ account }: Device, draft: NewDraft): DraftRow {
  return { ...draft, savedAt: nextMoment(account, draft.id), page: THIS_PAGE }
}

/**
 * Calls `listener` with the words that another page of this device writes to the draft. Returns the function that
 * stops it.
 */
export function watchOtherPages(device: Device, id: string, listener: (body: string) => void): () => void {
  return watchDevice(
    () => device.drafts.get(id),
    (row) => {
      if (row) noteMoment(row)
      if (row?.page && row.page !== THIS_PAGE) listener(row.body)
    },
  )
}

/**
 * Queues the draft's words for the server, which passes them to the account's other devices. Does nothing when the
 * server was told these words already.
 */
export function tellDraft(device: Device, id: string): Promise<void> {
  const { drafts, toldDrafts, outbox } = device
  return device.transaction('rw', drafts, toldDrafts, outbox, async () => {
    const draft = await readDraft(device, id)
    if (!draft || draft.isTold || device.account === 'guest') return
    const { athleteId, body, base, savedAt, serverId } = draft
    await toldDrafts.put({ id, serverId, base, body })
    await addEntry(device, {
      name: 'draft.save',
      args: { draftId: serverId, athleteId, base, savedAt, body },
    })
  })
}

/** Queues the drafts of a page that was killed before it could do so. */
export async function tellDrafts(device: Device): Promise<void> {
  const left = (await listDrafts(device)).filter(({ isTold }) => !isTold)
  for (const { id } of left) await tellDraft(device, id)
}

/** Stores a draft and queues it for the server in one commit. */
export function saveDraft(device: Device, draft: NewDraft): Promise<void> {
  markUnsent(device.account)
  const { drafts, toldDrafts, outbox } = device
  return device.transaction('rw', drafts, toldDrafts, outbox, async () => {
    await device.drafts.put(wordsOf(device, draft))
    await tellDraft(device, draft.id)
  })
}

/** Deletes a draft here and on the user's other devices. The caller decides what happens to its video. */
export function discardDraft(device: Device, id: string): Promise<void> {
  forgetWords(device.account, id)
  forgetEarlyWords(id)
  const { drafts, toldDrafts, outbox } = device
  return device.transaction('rw', drafts, toldDrafts, outbox, async () => {
    const told = await toldDrafts.get(id)
    await drafts.delete(id)
    await toldDrafts.delete(id)
    if (device.account === 'guest') return
    await addEntry(device, { name: 'draft.discard', args: { draftId: told?.serverId ?? id } })
  })
}

/**
 * Copies a draft from another device to this one. A draft that is here already is kept, unless the server was told
 * all of it and has newer words since.
 */
export function adoptDraft(device: Device, draft: DraftDocument): Promise<KeptDraft> {
  const { drafts, toldDrafts, outbox } = device
  return device.transaction('rw', drafts, toldDrafts, outbox, async () => {
    const known = (await listDrafts(device)).find(({ serverId }) => serverId === draft.id)
    if (known && !(await isOutdated(device, known, draft))) return known
    const { id, athleteId, body, savedAt, revision } = draft
    const row: DraftRow = { id: known?.id ?? id, athleteId, body, savedAt }
    const told: ToldDraftRow = { id: row.id, serverId: id, base: revision, body }
    await drafts.put(row)
    await toldDrafts.put(told)
    return withTold(row, told)
  })
}

/**
 * Returns those of the server's drafts that this device does not have, or has in older words, without those it has
 * discarded.
 */
export async function newsOf(device: Device, drafts: readonly DraftDocument[]): Promise<DraftDocument[]> {
  const known = await listDrafts(device)
  const unsent = await device.outbox.where('state').anyOf('waiting', 'parked').toArray()
  const gone = new Set(unsent.filter(({ name }) => name === 'draft.discard').map(({ subject }) => subject))
  const isNews = await Promise.all(
    drafts.map(async (draft) => {
      const own = known.find(({ serverId }) => serverId === draft.id)
      return own ? isOutdated(device, own, draft) : !gone.has(draft.id)
    }),
  )
  return drafts.filter((_draft, at) => isNews[at])
}

/**
 * Returns the ids of the drafts that the server had word for word and no longer keeps, such as those that another
 * device has sent. A draft just saved may be among them until it is pulled.
 */
export async function goneElsewhere(
  device: Device,
  server: readonly Pick<DraftDocument, 'id'>[],
): Promise<ReadonlySet<string>> {
  const there = new Set(server.map(({ id }) => id))
  // A draft that is kept beside another one has words of its own, so it was not sent with that one.
  const missing = (await listDrafts(device)).filter(
    ({ id, serverId, base, isTold }) => isTold && base > 0 && serverId === id && !there.has(id),
  )
  const gone = await Promise.all(
    missing.map(async ({ id }) => ((await hasUnsettled(device, id)) ? [] : [id])),
  )
  return new Set(gone.flat())
}

async function hasUnsettled({ outbox }: Device, subject: string): Promise<boolean> {
  const entries = await outbox.where({ subject }).toArray()
  return entries.some(({ state }) => state !== 'settled')
}

/** Returns whether the server has newer words than this device, and has received everything written here. */
async function isOutdated(device: Device, own: KeptDraft, draft: DraftDocument): Promise<boolean> {
  if (!own.isTold || draft.revision <= own.base || draft.body === own.body) return false
  const unsent = await device.outbox.where({ subject: draft.id }).toArray()
  return !unsent.some(({ state }) => state === 'waiting' || state === 'parked')
}

async function readDraft(device: Device, id: string): Promise<KeptDraft | null> {
  const draft = await device.drafts.get(id)
  return draft ? withTold(withLastWords(device.account, draft), await device.toldDrafts.get(id)) : null
}

function withTold(draft: DraftRow, told: ToldDraftRow | undefined): KeptDraft {
  noteMoment(draft)
  return {
    ...draft,
    serverId: told?.serverId ?? draft.id,
    base: told?.base ?? 0,
    isTold: told?.body === draft.body,
  }
}

/**
 * Returns the device's drafts, including the words that a closing page backed up and drafts that never reached the
 * database.
 */
async function draftRows(device: Device): Promise<DraftRow[]> {
  const kept = await device.drafts.toArray()
  const rows = kept.map((row) => withLastWords(device.account, row))
  const alone = wordsAlone(device.account, rows)
  const early = device.account === 'guest' ? earlyWords() : []
  const known = new Set([...rows, ...alone].map(({ id }) => id))
  return [...rows, ...alone, ...early.filter(({ id }) => !known.has(id))]
}

/** Returns the unfinished questions of this device, latest first. */
export function listDrafts(device: Device): Promise<KeptDraft[]> {
  return device.transaction('r', device.drafts, device.toldDrafts, async () => {
    const drafts = await draftRows(device)
    const told = await device.toldDrafts.bulkGet(drafts.map(({ id }) => id))
    return drafts.map((draft, at) => withTold(draft, told[at])).sort((a, b) => b.savedAt - a.savedAt)
  })
}

/** Returns the drafts written on this device without an account, which are offered at sign-in. */
export function guestDrafts(): Promise<KeptDraft[]> {
  return listDrafts(openDevice('guest'))
}

/**
 * Moves a guest's draft into an account, with its video and the progress of the upload. Copies first and deletes
 * afterwards, with the same ids, so that after an interruption the move can simply run again. What the account has
 * of it by then stays as it is, unless the guest wrote more since.
 */
export async function moveGuestDraft(account: string, draftId: string): Promise<void> {
  const guest = openDevice('guest')
  const device = openDevice(account)
  const draft = (await draftRows(guest)).find(({ id }) => id === draftId)
  if (!draft) return
  noteMoment(draft)
  const takes = await guest.takes.where({ questionId: draftId }).toArray()
  const ids = takes.map(({ id }) => id)
  const stored = <T extends { blob: Blob }>(rows: readonly T[]) =>
    Promise.all(rows.map(async (row) => ({ ...row, blob: await toStore(device, row.blob) })))
  const videos = await stored((await guest.videos.bulkGet(ids)).filter((video) => video !== undefined))
  // A recording that was cut off has its bytes here alone.
  const chunks = await stored((await Promise.all(ids.map((id) => chunksOf(guest, id).toArray()))).flat())
  await device.transaction('rw', device.takes, device.videos, device.chunks, async () => {
    const here = new Set(await device.takes.where('id').anyOf(ids).primaryKeys())
    await device.takes.bulkPut(takes.filter(({ id }) => !here.has(id)))
    await device.videos.bulkPut(videos.filter(({ id }) => !here.has(id)))
    await device.chunks.bulkPut(chunks.filter(({ takeId }) => !here.has(takeId)))
  })
  const own = await readDraft(device, draftId)
  if (!own || own.savedAt < draft.savedAt)
    await saveDraft(device, { id: draftId, athleteId: draft.athleteId, body: draft.body })
  forgetWords('guest', draftId)
  forgetEarlyWords(draftId)
  await guest.transaction('rw', guest.drafts, guest.takes, guest.videos, guest.chunks, async () => {
    await guest.drafts.delete(draftId)
    await guest.takes.bulkDelete(ids)
    await guest.videos.bulkDelete(ids)
    for (const id of ids) await chunksOf(guest, id).delete()
  })
}
