import type { DraftDocument } from '../../../sync/collections.ts'
import { isOnline } from '../../api/connection.ts'
import { type Device, openDevice } from '../../db/device.ts'
import {
  adoptDraft,
  discardDraft,
  guestDrafts,
  listDrafts,
  moveGuestDraft,
  newsOf,
} from '../../store/drafts.ts'
import { discardTake } from '../../store/takes.ts'
import { type AskDraft, hasContent, readDraft } from './ask-draft.ts'
import { lookBack } from './send-ask.ts'

const LOOK_BACK_MS = 3_000

/** A draft that may be gone on with. */
export type FoundDraft = {
  id: string
  draft: AskDraft
  savedAt: number
  /** Written here, here before signing in, or on another device of the same person. */
  origin: 'here' | 'guest' | 'elsewhere'
  /** As the server keeps it, where that is what would be gone on with. */
  document: DraftDocument | null
  /** Its page was left while it was being sent, and the server has made a question of it since. */
  asked: { viewPath: string | null } | null
}

/** What was written to this athlete and is not asked yet, the latest first; `server` is what the server keeps of it. */
export async function findDrafts(
  device: Device,
  athleteId: string,
  server: readonly DraftDocument[],
): Promise<FoundDraft[]> {
  const news = await newsOf(device, server)
  const newer = new Set(news.map(({ id }) => id))
  const rows = await listDrafts(device)
  const own = rows.filter(({ serverId }) => !newer.has(serverId))
  const idHere = (id: string) => rows.find(({ serverId }) => serverId === id)?.id ?? id
  const guests = device.account === 'guest' ? [] : await guestDrafts()
  const all = [
    ...own.map((row) => ({ ...row, origin: 'here' as const, document: null })),
    ...guests.map((row) => ({ ...row, origin: 'guest' as const, document: null })),
    ...news.map((document) => ({
      ...document,
      id: idHere(document.id),
      origin: 'elsewhere' as const,
      document,
    })),
  ]
  const written = all.flatMap(({ id, body, savedAt, origin, document, ...rest }) => {
    const draft = rest.athleteId === athleteId ? readDraft(body) : null
    return draft && hasContent(draft) ? [{ id, draft, savedAt, origin, document }] : []
  })
  written.sort((a, b) => b.savedAt - a.savedAt)
  return Promise.all(written.map(async (found) => ({ ...found, asked: await readAsked(found.draft) })))
}

/** Makes a draft this device's own to go on with. A video that another device has recorded stays over there. */
export async function takeUp(
  device: Device,
  { id, draft, origin, document }: FoundDraft,
): Promise<{ id: string; draft: AskDraft; lacksVideo: boolean }> {
  if (origin === 'guest') {
    await moveGuestDraft(device.account, id)
    const moved = await device.drafts.get(id)
    // a video whose upload the guest had begun goes on under another id
    return { id, draft: (moved && readDraft(moved.body)) ?? draft, lacksVideo: false }
  }
  if (!document) return { id, draft, lacksVideo: false }
  const row = await adoptDraft(device, document)
  const adopted = readDraft(row.body) ?? draft
  const lacksVideo = adopted.video !== null && !(await device.videos.get(adopted.video.id))
  return { id: row.id, draft: lacksVideo ? { ...adopted, video: null } : adopted, lacksVideo }
}

/** Discards a draft wherever it is, with its video. */
export async function forgetDraft(
  device: Device,
  { id, draft, origin }: Pick<FoundDraft, 'id' | 'draft' | 'origin'>,
): Promise<void> {
  const home = origin === 'guest' ? openDevice('guest') : device
  // a video that no draft has any more would be offered again
  if (draft.video) await discardTake(home, draft.video.id)
  await discardDraft(home, id)
}

/**
 * Whether the server has made a question of a draft. Only what a server that can be reached says at once: a slow one is
 * asked again by the wizard itself.
 */
export async function readAsked({ prepared, ...draft }: AskDraft): Promise<FoundDraft['asked']> {
  if (!prepared || !isOnline()) return null
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_BACK_MS))
  const known = await Promise.race([lookBack(draft), patience])
  return known?.at === 'asked' ? { viewPath: known.viewPath } : null
}
