import type { DraftDocument } from '../../sync/collections.ts'
import { markUnsent } from './account/unsent-mark.ts'
import { type Device, type DraftRow, openDevice } from './device.ts'
import { addEntry } from './outbox.ts'

/** A draft as its screen hands it over: the body is the screen's own, as text. */
export type NewDraft = { id: string; athleteId: string; body: string }

/**
 * Keeps an unfinished question on this device, as it is right now; often enough that not a word is lost. Its owner's
 * other devices hear of it by `tellDraft`.
 */
export function keepDraft(device: Device, draft: NewDraft): Promise<void> {
  markUnsent(device.account)
  return device.transaction('rw', device.drafts, async () => {
    const before = await device.drafts.get(draft.id)
    const row: DraftRow = {
      ...draft,
      savedAt: Date.now(),
      serverId: before?.serverId ?? draft.id,
      base: before?.base ?? 0,
      untold: before?.untold || before?.body !== draft.body,
    }
    await device.drafts.put(row)
  })
}

/** Tells the server, for an account's other devices, what is kept here; what it was told already it is not told again. */
export function tellDraft(device: Device, id: string): Promise<void> {
  return device.transaction('rw', device.drafts, device.outbox, async () => {
    const draft = await device.drafts.get(id)
    if (!draft?.untold || device.account === 'guest') return
    await device.drafts.update(id, { untold: false })
    const { athleteId, body, base, savedAt, serverId } = draft
    await addEntry(device, {
      name: 'draft.save',
      args: { draftId: serverId, athleteId, base, savedAt, body },
    })
  })
}

/** Tells what a page that was killed could not tell any more. */
export async function tellDrafts(device: Device): Promise<void> {
  const left = await device.drafts.filter(({ untold }) => untold === true).toArray()
  for (const { id } of left) await tellDraft(device, id)
}

/** Keeps a draft and tells of it in one commit. */
export function saveDraft(device: Device, draft: NewDraft): Promise<void> {
  return device.transaction('rw', device.drafts, device.outbox, async () => {
    await keepDraft(device, draft)
    await tellDraft(device, draft.id)
  })
}

/** Takes a draft away, here and on the owner's other devices. Its video, if it has one, is the caller's to decide on. */
export function discardDraft(device: Device, id: string): Promise<void> {
  return device.transaction('rw', device.drafts, device.outbox, async () => {
    const draft = await device.drafts.get(id)
    await device.drafts.delete(id)
    if (device.account === 'guest') return
    await addEntry(device, { name: 'draft.discard', args: { draftId: draft?.serverId ?? id } })
  })
}

/**
 * Goes on here with a draft written on another device. One that is here already stays as it is, unless all of it was
 * told and the other device has written over it since.
 */
export function adoptDraft(device: Device, draft: DraftDocument): Promise<DraftRow> {
  return device.transaction('rw', device.drafts, device.outbox, async () => {
    const drafts = await device.drafts.toArray()
    const known = drafts.find(({ serverId }) => serverId === draft.id)
    if (known && !(await isOutdated(device, known, draft))) return known
    const { id, athleteId, body, savedAt, revision } = draft
    const row: DraftRow = { id: known?.id ?? id, athleteId, body, savedAt, serverId: id, base: revision }
    await device.drafts.put(row)
    return row
  })
}

/** Of the drafts the server keeps, those this device does not have, or has in older words; not what it discarded. */
export async function newsOf(device: Device, drafts: readonly DraftDocument[]): Promise<DraftDocument[]> {
  const known = await device.drafts.toArray()
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

/** Whether the server has newer words than these, and has had all of these. */
async function isOutdated(device: Device, own: DraftRow, draft: DraftDocument): Promise<boolean> {
  if (own.untold || draft.revision <= own.base || draft.body === own.body) return false
  const unsent = await device.outbox.where({ subject: draft.id }).toArray()
  return !unsent.some(({ state }) => state === 'waiting' || state === 'parked')
}

/** The unfinished questions of this device, the latest first. */
export async function listDrafts(device: Device): Promise<DraftRow[]> {
  const drafts = await device.drafts.toArray()
  return drafts.sort((a, b) => b.savedAt - a.savedAt)
}

/** What was begun on this device without an account, to be offered at sign-in. */
export function guestDrafts(): Promise<DraftRow[]> {
  return listDrafts(openDevice('guest'))
}

/**
 * Moves a draft begun without an account into one, with its video as far as it was sent. Copied first and deleted
 * after, by the same ids: interrupted in between it is simply moved again.
 */
export async function moveGuestDraft(account: string, draftId: string): Promise<void> {
  const guest = openDevice('guest')
  const device = openDevice(account)
  const draft = await guest.drafts.get(draftId)
  if (!draft) return
  const takes = await guest.takes.where({ questionId: draftId }).toArray()
  const ids = takes.map(({ id }) => id)
  const videos = (await guest.videos.bulkGet(ids)).filter((video) => video !== undefined)
  await device.transaction('rw', device.takes, device.videos, async () => {
    await device.takes.bulkPut(takes)
    await device.videos.bulkPut(videos)
  })
  await saveDraft(device, { id: draft.id, athleteId: draft.athleteId, body: draft.body })
  await guest.transaction('rw', guest.drafts, guest.takes, guest.videos, async () => {
    await guest.drafts.delete(draftId)
    await guest.takes.bulkDelete(ids)
    await guest.videos.bulkDelete(ids)
  })
}
