import type { Refusal } from '../../../sync/result.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { freeQuestion, isAnnouncement } from '../sending/announced.ts'
import { dropBare } from '../sending/missing-files.ts'
import { isHeldBack, readSendingChoice } from '../sending/network-preference.ts'

/** What a try to send a take's bytes came to. */
export type UploadEnd =
  | { end: 'sent' }
  /** The upload's address is no longer known: a new upload begins. */
  | { end: 'gone' }
  /** Somebody on the way does not let the whole through. */
  | { end: 'too-long' }
  | { end: 'refused'; refusal: Refusal }
  /** Its bytes are not on this device any more. */
  | { end: 'lost' }
  | { end: 'sign-in' }
  /** `wide`: the way is closed for every take, not for this one alone. `isBusy`: the server was reached and in trouble. */
  | { end: 'later'; wide: boolean; afterMs: number | null; isBusy?: true }

/** Pieces of this size, where somebody on the way does not let the whole through. */
export const PIECE_BYTES = 4 * 1024 * 1024

/** Refusals that are about the way or the moment, not about the video. */
const PASSING_CODES: readonly Refusal['code'][] = [
  'bad-csrf',
  'bad-origin',
  'outdated-app',
  'payments-unreachable',
]
const BUSY_STATUSES = [401, 423, 429]

/**
 * The take whose bytes go next: the one due first, then the oldest. An answer's or a reply's bytes leave once the server has
 * accepted the intent that announces them: small first, big later.
 */
export function nextTake(
  takes: readonly TakeRow[],
  entries: readonly OutboxRow[],
  skipped: ReadonlySet<string> = new Set(),
): TakeRow | null {
  const ready = takes.filter((take) => maySend(take, entries) && !skipped.has(take.id))
  return ready.toSorted(byUrgency)[0] ?? null
}

/** Whether a take's bytes may leave now. */
export function maySend(take: TakeRow, entries: readonly OutboxRow[]): boolean {
  if (!isOnItsWay(take)) return false
  const announced = entries.find((entry) => isAnnouncementOf(entry, take.id))
  return !announced || announced.state === 'settled'
}

/** Whether the server is still to have it: neither there, nor held back for its owner to decide. */
export function isOnItsWay({ state }: Pick<TakeRow, 'state'>): boolean {
  return state === 'queued' || state === 'uploading'
}

/** Whether a take may be told to wait for another network: a person stands before a question's. */
export function mayBeHeld({ purpose }: Pick<TakeRow, 'purpose'>): boolean {
  return purpose !== 'question'
}

/** Whether an outbox entry announces this take. */
export function isAnnouncementOf({ name, args }: Pick<OutboxRow, 'name' | 'args'>, takeId: string): boolean {
  return isAnnouncement(name) && (args.video as { id: string }).id === takeId
}

function byUrgency(a: TakeRow, b: TakeRow): number {
  return (
    (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER) || a.recordedAt - b.recordedAt
  )
}

export type HttpEnd = { status: number; method: string; refusal: Refusal | null; afterMs: number | null }

/** What an answer of the upload server that is no success means for the take. */
export function endOfAnswer({ status, method, refusal, afterMs }: HttpEnd): UploadEnd {
  if (status === 401) return { end: 'sign-in' }
  if (status === 429 || status === 503) return { end: 'later', wide: true, afterMs, isBusy: true }
  if (isGone(status, method)) return { end: 'gone' }
  if (refusal?.code === 'changed-meanwhile') return { end: 'later', wide: false, afterMs }
  if (refusal && PASSING_CODES.includes(refusal.code)) return { end: 'later', wide: true, afterMs }
  if (refusal) return { end: 'refused', refusal }
  if (status === 413) {
    return method === 'POST' ? { end: 'refused', refusal: { code: 'video-size' } } : { end: 'too-long' }
  }
  return { end: 'later', wide: false, afterMs, ...(status >= 500 && { isBusy: true }) }
}

/** A HEAD has no words: whatever it refuses is asked about anew by a creation, whose answer says why. */
function isGone(status: number, method: string): boolean {
  if (method === 'HEAD') return status >= 400 && status < 500 && !BUSY_STATUSES.includes(status)
  return method !== 'POST' && (status === 404 || status === 410)
}

/**
 * An end as it may be believed: what a stranger is told says nothing of the take. A browser whose session has ended may
 * still be a guest's, or by now another account's. `readAccount` asks the server who is calling; null: it was not reached.
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

/** Whether the same take is to be tried anew at once. */
export function isAgain({ end }: UploadEnd): boolean {
  return end === 'gone' || end === 'too-long'
}

/** What is known of a take on its way to the server, as the upload server's metadata. */
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

/** Everything the order is decided by; answers and replies that are to wait for another network are not in it. */
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

/** Keeps what a try came to. A take that is lost leaves the queue, and its owner is told. A take whose upload is gone, or must go in pieces, is tried anew at once. */
export async function keepUploadEnd(device: Device, take: TakeRow, end: UploadEnd): Promise<void> {
  if (end.end === 'lost') return void (await dropBare(device, take.id))
  const bytes = take.bytes
  const changes: Record<Exclude<UploadEnd['end'], 'lost'>, Partial<TakeRow>> = {
    sent: { state: 'sent', uploadedBytes: bytes, refusal: null },
    gone: { state: 'queued', uploadUrl: null, uploadedBytes: 0 },
    'too-long': { state: 'queued', inPieces: true },
    refused: { state: 'refused', refusal: end.end === 'refused' ? end.refusal : null },
    'sign-in': { state: 'queued' },
    later: { state: 'queued', nextTryAt: end.end === 'later' && end.isBusy ? 0 : null },
  }
  await device.transaction('rw', device.takes, device.outbox, async () => {
    const kept = await device.takes.where({ id: take.id }).and(isOnItsWay).modify(changes[end.end])
    // its question ended while its bytes left: that was said of it meanwhile, and stays
    if (kept === 0) return
    if (end.end === 'sent' || end.end === 'refused') await freeQuestion(device, take.id)
  })
}

/** The name of the lock of whoever sends this device's bytes. */
export function uploadsLock({ name }: Pick<Device, 'name'>): string {
  return `uploads-${name}`
}

/** Nobody sends, so whatever is told to be uploading was cut off by a kill: it waits. For whoever holds the lock. */
export async function forgetCutOff({ takes }: Device): Promise<void> {
  await takes.where({ state: 'uploading' }).modify({ state: 'queued' })
}
