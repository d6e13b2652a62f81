import type { DraftDocument } from '../../sync/collections.ts'
import { type Device, type DraftRow, openDevice } from './device.ts'
import { addEntry } from './outbox.ts'

/** A draft as its screen hands it over: the body is the screen's own, as text. */
export type NewDraft = { id: string; athleteId: string; body: string }

/**
 * Keeps an unfinished question on this device and, for an account, tells the server in the same commit, so that it
 * can be gone on with elsewhere. Saved often, it goes up once.
 */
export function saveDraft(device: Device, draft: NewDraft): Promise<void> {
  return device.transaction('rw', device.drafts, device.outbox, async () => {
    const before = await device.drafts.get(draft.id)
    const savedAt = Date.now()
    const row: DraftRow = {
      ...draft,
      savedAt,
      serverId: before?.serverId ?? draft.id,
      base: before?.base ?? 0,
    }
    await device.drafts.put(row)
    if (device.account === 'guest' || before?.body === draft.body) return
    const { athleteId, body, base, serverId } = row
    await addEntry(device, {
      name: 'draft.save',
      args: { draftId: serverId, athleteId, base, savedAt, body },
    })
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

/** Goes on here with a draft written on another device; one that is here already stays as it is. */
export function adoptDraft(device: Device, draft: DraftDocument): Promise<DraftRow> {
  return device.transaction('rw', device.drafts, async () => {
    const known = await device.drafts.filter(({ serverId }) => serverId === draft.id).first()
    if (known) return known
    const { id, athleteId, body, savedAt, revision } = draft
    const row: DraftRow = { id, athleteId, body, savedAt, serverId: id, base: revision }
    await device.drafts.put(row)
    return row
  })
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
