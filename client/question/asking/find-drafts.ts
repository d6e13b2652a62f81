import type { DraftDocument } from '../../../sync/collections.ts'
import { isOnline } from '../../api/connection.ts'
import { type Device, openDevice } from '../../db/device.ts'
import {
  adoptDraft,
  discardDraft,
  goneElsewhere,
  guestDrafts,
  listDrafts,
  moveGuestDraft,
  newsOf,
} from '../../store/drafts.ts'
import { discardTake } from '../../store/takes.ts'
import { moveAsk, readKeptAsk } from '../resubmit/kept-ask.ts'
import { askOf } from '../unsent/sent-draft.ts'
import { type AskDraft, hasContent, isAsPrepared, readDraft } from './ask-draft.ts'
import { lookAt } from './send-ask.ts'
import type { SendingStage } from './sending-stage.ts'

const LOOK_BACK_MS = 3_000

/** An unfinished question that the fan can continue. */
export type FoundDraft = {
  id: string
  draft: AskDraft
  savedAt: number
  /** Where it was written: on this device in this account, on this device before signing in, or on another device. */
  origin: 'here' | 'guest' | 'elsewhere'
  /** The server's copy, when that is the version to continue; otherwise null. */
  document: DraftDocument | null
  /** Set when the page was closed while it was sending, and the server has made a question of the draft since. */
  asked: { viewPath: string | null } | null
  submitted: Submitted
  /** For how much it was submitted from this device, in cents; null when it was not. */
  submittedCents: number | null
}

type Standing = Pick<FoundDraft, 'asked' | 'submitted' | 'submittedCents'>

/**
 * Whether a draft was submitted: its intent waits here, or the server has asked it or will. `maybe`: the server has
 * stored it and cannot be asked now, so that its card may be held.
 */
export type Submitted = 'no' | 'maybe' | 'yes'

/**
 * Returns the drafts to this athlete that are not empty, the latest first; `server` holds those the server keeps, and
 * is null while they are not known.
 */
export async function findDrafts(
  device: Device,
  athleteId: string,
  server: readonly DraftDocument[] | null,
): Promise<FoundDraft[]> {
  const news = await newsOf(device, server ?? [])
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
  const gone = server && (await goneElsewhere(device, server))
  return Promise.all(
    written.map(async (found) => {
      const isGone = found.origin === 'here' && gone?.has(found.id)
      return { ...found, ...(await standingOf(device, { ...found, isGone })) }
    }),
  )
}

/** Makes a draft this device's own, so that the fan can continue it. A video on another device stays there. */
export async function takeUp(
  device: Device,
  { id, draft, origin, document }: FoundDraft,
): Promise<{ id: string; draft: AskDraft; lacksVideo: boolean }> {
  if (origin === 'guest') {
    await moveGuestDraft(device.account, id)
    // A submitted question is followed in the account, and not submitted there a second time.
    if (await askOf(openDevice('guest'), draft)) await moveAsk(openDevice('guest'), device, draft.questionId)
    const moved = await device.drafts.get(id)
    // A video that the guest had begun to upload has a new id after the move.
    return { id, draft: (moved && readDraft(moved.body)) ?? draft, lacksVideo: false }
  }
  if (!document) return { id, draft, lacksVideo: false }
  const row = await adoptDraft(device, document)
  const adopted = readDraft(row.body) ?? draft
  const lacksVideo = adopted.video !== null && !(await device.videos.get(adopted.video.id))
  return { id: row.id, draft: lacksVideo ? { ...adopted, video: null } : adopted, lacksVideo }
}

type Forgotten = Pick<FoundDraft, 'id' | 'draft' | 'origin'>

/** Discards a draft and its video, wherever they are stored, because the fan said so. */
export async function forgetDraft(device: Device, { id, draft, origin }: Forgotten): Promise<void> {
  const home = homeOf(device, origin)
  // Otherwise the app would offer the video again, because no draft owns it now.
  if (draft.video) await discardTake(home, draft.video.id)
  await discardDraft(home, id)
}

/**
 * Discards the draft of a question that was asked. Its video stays unless the server has it, because the question
 * may have been asked from another device without that video; the app then offers it as an unused recording.
 */
export async function forgetAsked(device: Device, { id, draft, origin }: Forgotten): Promise<void> {
  const home = homeOf(device, origin)
  const take = draft.video ? await home.takes.get(draft.video.id) : undefined
  if (take?.state === 'sent') await discardTake(home, take.id)
  await discardDraft(home, id)
}

function homeOf(device: Device, origin: FoundDraft['origin']): Device {
  return origin === 'guest' ? openDevice('guest') : device
}

/**
 * Returns the question that the server has made of a draft, perhaps as another device has sent it; null when there
 * is none, and when the device is offline or the server slow.
 */
export async function readAsked(draft: AskDraft): Promise<FoundDraft['asked']> {
  return askedOf((await lookSoon(draft)).known)
}

/** Returns whether a draft was submitted or asked, as far as this device and the server know now. */
export async function standingOf(
  device: Device,
  { draft, origin, isGone = false }: Pick<FoundDraft, 'draft' | 'origin'> & { isGone?: boolean | undefined },
): Promise<Standing> {
  const home = homeOf(device, origin)
  const intent = await askOf(home, draft)
  const sent = intent && (await readKeptAsk(home, draft.questionId))
  const submittedCents = sent ? sent.ask.amountCents : null
  if (!draft.prepared && !isGone) return { asked: null, submitted: intent ? 'yes' : 'no', submittedCents }
  const { known, hold, isWanted } = await lookSoon(draft)
  const isSubmitted = isWanted || intent !== null || known?.at === 'asked' || known?.at === 'asking'
  const asked = isAsPrepared(draft) || isGone ? askedOf(known) : null
  const submitted = isSubmitted ? 'yes' : draft.prepared && hold === null ? 'maybe' : 'no'
  return { asked, submitted, submittedCents }
}

const askedOf = (known: SendingStage | null): FoundDraft['asked'] =>
  known?.at === 'asked' ? { viewPath: known.viewPath } : null

const UNKNOWN = { known: null, hold: null, isWanted: false }

async function lookSoon(draft: AskDraft): ReturnType<typeof lookAt> {
  if (!isOnline()) return UNKNOWN
  const patience = new Promise<typeof UNKNOWN>((resolve) => setTimeout(() => resolve(UNKNOWN), LOOK_BACK_MS))
  return Promise.race([lookAt(draft), patience])
}
