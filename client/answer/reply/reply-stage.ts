import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { refusalText } from '../../text/refusals.ts'

/** What of a reply lies on this device: everything recorded for it, and what was put into the outbox, oldest first. */
export type OwnReply = { takes: readonly TakeRow[]; entries: readonly OutboxRow[] }

/** Where an athlete is with what was asked once more. */
export type ReplyStage =
  /** There is a reply, or it was handed to the team. */
  | { at: 'closed' }
  | { at: 'by-video'; take: TakeRow; entries: readonly OutboxRow[] }
  /** Words, or a report, on their way. */
  | { at: 'written'; entry: OutboxRow }
  /** `trouble`: why the last try came to nothing. `elsewhere`: a video is on its way from another device. */
  | { at: 'open'; kept: TakeRow | null; trouble: string | null; elsewhere: boolean }

/** A reply that the server took for no video: it is asked for once more. */
export const REPLY_UNREADABLE = 'The server could not read this video. Record another one, or write back.'

/** Whether there may still be a reply, as far as this device knows. */
export function isOpenToReply({ repliedAt, reportedAt }: Clarification): boolean {
  return repliedAt === null && reportedAt === null
}

/** Whether this take arrived and was no video. */
export function isUnreadable({ id }: TakeRow, clarification: Clarification | null): boolean {
  return clarification?.video?.id === id && clarification.video.state === 'withdrawn'
}

/** What this device and the server's last word come to; the server's word wins (D98). */
export function replyStage(clarification: Clarification, { takes, entries }: OwnReply): ReplyStage {
  if (!isOpenToReply(clarification)) return { at: 'closed' }
  const replies = takes.filter(({ purpose }) => purpose === 'reply')
  const under = replies.findLast(
    (take) => ON_ITS_WAY.includes(take.state) && !isUnreadable(take, clarification),
  )
  if (under) return { at: 'by-video', take: under, entries: entries.filter(({ args }) => isOf(args, under)) }
  const entry = entries.findLast(({ name }) => name.startsWith('clarification.'))
  if (entry && entry.name !== 'clarification.film' && entry.state !== 'refused')
    return { at: 'written', entry }
  const last = replies.findLast(({ state }) => state !== 'recording')
  const refusal = last?.refusal ?? (entry?.state === 'refused' ? entry.refusal : null)
  const isNoVideo = last !== undefined && isUnreadable(last, clarification)
  const trouble = isNoVideo ? REPLY_UNREADABLE : refusal && refusalText(refusal)
  const elsewhere = clarification.video?.state === 'waiting'
  const kept = replies.findLast(({ state }) => state === 'kept') ?? null
  return { at: 'open', kept, trouble: elsewhere ? null : trouble, elsewhere }
}

const ON_ITS_WAY: readonly TakeRow['state'][] = ['queued', 'uploading', 'sent']

function isOf(args: Record<string, unknown>, { id }: TakeRow): boolean {
  return (args.video as { id?: string } | undefined)?.id === id
}
