import type { Refusal } from '../../sync/result.ts'
import type { OutboxRow, TakeRow } from '../db/device.ts'
import { keptWhere } from '../text/keeps-nothing.ts'
import { isAnnouncement } from './sending/announced.ts'

/** How far something of the user's is on its way, never further than is known for certain. */
export type PendingStage =
  | 'saved'
  | 'waiting'
  | 'uploading'
  | 'sent'
  | 'delivered'
  | 'parked'
  /** The browser could not read the video's bytes when it last tried to send them. */
  | 'cannot-read'
  | 'refused'
  | 'sign-in'

export type Pending = {
  stage: PendingStage
  /** Whole per cent of the video's bytes; 100 only when the server has them all. */
  percent: number
  /** The line of text that the user sees. */
  line: string
  /** The reason, where `stage` is `refused`; `client/text/refusals.ts` has its sentence. */
  refusal: Refusal | null
  takeId: string | null
  entryId: string | null
}

export type PendingFacts = {
  take: TakeRow | null
  /** The subject's outbox entries, oldest first. */
  entries: readonly OutboxRow[]
  online: boolean
  /** The session is over, so nothing leaves before the user signs in. */
  ended: boolean
  /** The video waits for another network, even if the take's state still says `uploading`. */
  isHeld?: boolean
  /** A pull has shown the result: the answer delivered, or the question asked. */
  delivered: boolean
}

/** Returns what to tell the user about one subject; null when nothing of it is on its way from this device. */
export function pendingOf({ take, entries, online, ended, isHeld, delivered }: PendingFacts): Pending | null {
  const refused = entries.findLast((entry) => entry.state === 'refused' && !isAnnouncedAgain(entry, entries))
  const open = entries.find(({ state }) => state === 'waiting' || state === 'parked')
  const about = { takeId: take?.id ?? null, entryId: (refused ?? open)?.id ?? null }
  const tell = (stage: PendingStage, refusal: Refusal | null = null): Pending => {
    const percent = percentOf(take, stage)
    return { stage, percent, line: lineOf(stage, percent), refusal, ...about }
  }
  if (delivered) return tell('delivered')
  if (take?.state === 'refused') return tell('refused', take.refusal)
  if (refused && !open) return tell('refused', refused.refusal)
  if (take?.state === 'sent' && !open) return tell('sent')
  const isUnderWay = open !== undefined || take?.state === 'queued' || take?.state === 'uploading'
  if (!isUnderWay) return take?.state === 'kept' ? tell('saved') : null
  if (open?.state === 'parked') return tell('parked')
  if (ended) return tell('sign-in')
  if (take?.state === 'queued' && take.cannotRead) return tell('cannot-read')
  if (!online) return tell('waiting')
  return tell(take?.state === 'uploading' && !isHeld ? 'uploading' : 'saved')
}

/**
 * Returns the take, of those of one subject, that says how far the subject is: the latest on its way or sent, else
 * the latest that was refused, else the latest that was kept. An earlier recording may be sent after a later one was
 * refused.
 */
export function takeInQuestion(takes: readonly TakeRow[]): TakeRow | null {
  const last = (...states: TakeRow['state'][]) => takes.findLast(({ state }) => states.includes(state))
  return last('queued', 'uploading', 'sent') ?? last('refused') ?? last('kept') ?? null
}

/**
 * Returns whether a video was announced after this entry, so that what became of the entry is history. An
 * announcement that was refused too makes only earlier announcements history.
 */
function isAnnouncedAgain(entry: OutboxRow, entries: readonly OutboxRow[]): boolean {
  return entries
    .slice(entries.indexOf(entry) + 1)
    .some(({ name, state }) => isAnnouncement(name) && (state !== 'refused' || isAnnouncement(entry.name)))
}

function percentOf(take: TakeRow | null, stage: PendingStage): number {
  if (stage === 'sent' || stage === 'delivered') return 100
  if (!take || take.bytes === 0) return 0
  return Math.min(99, Math.floor((take.uploadedBytes / take.bytes) * 100))
}

const UPLOADING = 'Uploading'

/** Returns the words of a line that are announced: all of them, but for the per cent of an upload. */
export function saidOf({ stage, line }: { stage: string; line: string }): string {
  return stage === 'uploading' ? UPLOADING : line
}

function lineOf(stage: PendingStage, percent: number): string {
  const lines: Record<PendingStage, string> = {
    saved: `Saved ${keptWhere()}`,
    waiting: 'Waiting for network',
    uploading: `${UPLOADING} ${percent} %`,
    sent: 'Sent',
    delivered: 'Delivered',
    parked: `Saved ${keptWhere()}. The server has trouble with it; it is tried again every hour.`,
    'cannot-read': 'The browser could not read the video. It is tried again.',
    refused: `Not accepted. It is kept ${keptWhere()}.`,
    'sign-in': `Saved ${keptWhere()}. Sign in to send it.`,
  }
  return lines[stage]
}
