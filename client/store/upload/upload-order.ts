import type { Refusal } from '../../../sync/result.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { freeQuestion, isAnnouncement, isAnnouncementOf } from '../sending/announced.ts'
import { dropBare } from '../sending/missing-files.ts'
import { isHeldBack, readSendingChoice } from '../sending/network-preference.ts'
import { isPassing } from '../sending/passing-refusal.ts'

/** How a try to send a take's bytes ended. */
export type UploadEnd =
  | { end: 'sent' }
  /** The server no longer knows the upload's address, so a new upload begins. */
  | { end: 'gone' }
  /** A proxy does not let the whole video through. */
  | { end: 'too-long' }
  | { end: 'refused'; refusal: Refusal }
  /** The bytes are no longer on this device. */
  | { end: 'lost' }
  | { end: 'sign-in' }
  /**
   * `wide`: no take can be sent, not only this one. `isBusy`: the server was reached, but had an error. `cannotRead`:
   * this device could not read the bytes.
   */
  | { end: 'later'; wide: boolean; afterMs: number | null; isBusy?: true; cannotRead?: true }

/** The size of a piece, where a proxy does not let the whole video through. */
export const PIECE_BYTES = 4 * 1024 * 1024

const BUSY_STATUSES = [401, 423, 429]

/**
 * Returns the take whose bytes go next: the one due first, then the oldest. An answer's or reply's bytes leave only
 * after the server has accepted the intent that announces them.
 */
export function nextTake(
  takes: readonly TakeRow[],
  entries: readonly OutboxRow[],
  skipped: ReadonlySet<string> = new Set(),
): TakeRow | null {
  const ready = takes.filter((take) => maySend(take, entries) && !skipped.has(take.id))
  return ready.toSorted(byUrgency)[0] ?? null
}

/**
 * Returns whether a take's bytes may leave now. Its latest announcement decides; an earlier one may have been
 * refused, or settled, before the take was sent again. `entries` are the oldest first.
 */
export function maySend(take: TakeRow, entries: readonly OutboxRow[]): boolean {
  if (!isOnItsWay(take)) return false
  const announced = entries.findLast((entry) => isAnnouncementOf(entry, take.id))
  return !announced || announced.state === 'settled'
}

/**
 * Returns whether the server still has to receive the take: not sent yet, and not waiting for the user's decision.
 */
export function isOnItsWay({ state }: Pick<TakeRow, 'state'>): boolean {
  return state === 'queued' || state === 'uploading'
}

/**
 * Returns whether a take may wait for another network. A question's video may not, because the fan waits for it on
 * the screen.
 */
export function mayBeHeld({ purpose }: Pick<TakeRow, 'purpose'>): boolean {
  return purpose !== 'question'
}

function byUrgency(a: TakeRow, b: TakeRow): number {
  return (
    (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER) || a.recordedAt - b.recordedAt
  )
}

export type HttpEnd = { status: number; method: string; refusal: Refusal | null; afterMs: number | null }

/** Returns what an unsuccessful response of the upload server means for the take. */
export function endOfAnswer({ status, method, refusal, afterMs }: HttpEnd): UploadEnd {
  if (status === 401) return { end: 'sign-in' }
  if (status === 429 || status === 503) return { end: 'later', wide: true, afterMs, isBusy: true }
  if (isGone(status, method)) return { end: 'gone' }
  if (refusal?.code === 'changed-meanwhile') return { end: 'later', wide: false, afterMs }
  if (refusal && isPassing(refusal)) return { end: 'later', wide: true, afterMs }
  if (refusal) return { end: 'refused', refusal }
  if (status === 413) {
    return method === 'POST' ? { end: 'refused', refusal: { code: 'video-size' } } : { end: 'too-long' }
  }
  return { end: 'later', wide: false, afterMs, ...(status >= 500 && { isBusy: true }) }
}

/**
 * Returns whether the upload no longer exists. A refused HEAD counts as gone, because a HEAD has no body; the
 * creation of a new upload then tells the reason.
 */
function isGone(status: number, method: string): boolean {
  if (method === 'HEAD') return status >= 400 && status < 500 && !BUSY_STATUSES.includes(status)
  return method !== 'POST' && (status === 404 || status === 410)
}

/**
 * Returns an end that can be trusted. A refusal counts only if the server says that this account is calling,
 * because the session may have ended, or the browser may now be a guest's or another account's. `readAccount` asks
 * the server who is calling and resolves to null when it was not reached.
 */
export async function believedEnd(
  end: UploadEnd,
  { account }: Pick<Device, 'account'>,
  readAccount: () => Promise<string | null>,
): Promise<UploadEnd> {
  if (end.end !== 'refused' && end.end !== 'gone') return end
  const caller = await readAccount()
  if (caller === null) return { end: 'later', wide: true, afterMs: null }
  return caller === account ? end : { end: 'sign-in' }
}

/** Returns whether the same take is to be tried again at once. */
export function isAgain({ end }: UploadEnd): boolean {
  return end === 'gone' || end === 'too-long'
}

/** Returns the upload server's metadata for a take. */
export function uploadMetadata(take: TakeRow): Record<string, string> {
  return {
    mediaId: take.id,
    purpose: take.purpose,
    sha256: take.sha256,
    filetype: take.type,
    durationMs: String(Math.max(1, Math.round(take.durationMs))),
    source: take.source,
    questionId: take.questionId,
  }
}

/** Reads everything that decides the order, without answers and replies that wait for another network. */
export async function readQueue(device: Device): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  return device.transaction('r', device.takes, device.outbox, device.settings, async () => {
    const isHeld = isHeldBack(await readSendingChoice(device))
    const takes = await device.takes.where('state').anyOf('queued', 'uploading').toArray()
    return {
      takes: takes.filter((take) => !(isHeld && mayBeHeld(take))),
      entries: await device.outbox.filter(({ name }) => isAnnouncement(name)).toArray(),
    }
  })
}

/**
 * Stores how a try ended. A lost take leaves the queue, and the user is told. A take whose upload is gone, or must
 * go in pieces, goes back to the queue.
 */
export async function keepUploadEnd(device: Device, take: TakeRow, end: UploadEnd): Promise<void> {
  if (end.end === 'lost') return void (await dropBare(device, take.id))
  const bytes = take.bytes
  const changes: Record<Exclude<UploadEnd['end'], 'lost'>, Partial<TakeRow>> = {
    sent: { state: 'sent', uploadedBytes: bytes, refusal: null },
    gone: { state: 'queued', uploadUrl: null, uploadedBytes: 0 },
    'too-long': { state: 'queued', inPieces: true },
    refused: { state: 'refused', refusal: end.end === 'refused' ? end.refusal : null },
    'sign-in': { state: 'queued' },
    later: {
      state: 'queued',
      nextTryAt: end.end === 'later' && end.isBusy ? 0 : null,
      ...(end.end === 'later' && end.cannotRead && { cannotRead: true }),
    },
  }
  await device.transaction('rw', device.takes, device.outbox, async () => {
    const kept = await device.takes.where({ id: take.id }).and(isOnItsWay).modify(changes[end.end])
    // The question ended during the upload, and the take already has a reason, which stays.
    if (kept === 0) return
    if (end.end === 'sent' || end.end === 'refused') await freeQuestion(device, take.id)
  })
}

/** Returns the name of the lock that a sender of this device's bytes must hold. */
export function uploadsLock({ name }: Pick<Device, 'name'>): string {
  return `uploads-${name}`
}

/**
 * Puts takes back in the queue whose upload a kill cut off. The caller holds the lock, so no other sender can be
 * uploading.
 */
export async function forgetCutOff({ takes }: Device): Promise<void> {
  await takes.where({ state: 'uploading' }).modify({ state: 'queued' })
}
