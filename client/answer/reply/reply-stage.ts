import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { refusalText } from '../../text/refusals.ts'

/** What this device has of a reply: the takes recorded for it, and its outbox entries, oldest first. */
export type OwnReply = { takes: readonly TakeRow[]; entries: readonly OutboxRow[] }

/** Where the athlete is with a follow-up question. */
export type ReplyStage =
  /** The follow-up has a reply, or the athlete reported it to the team. */
  | { at: 'closed' }
  | { at: 'by-video'; take: TakeRow; entries: readonly OutboxRow[] }
  /** A written reply, or a report, is on its way. */
  | { at: 'written'; entry: OutboxRow }
  /**
   * `kept`: the take to be sent, the chosen or the latest one; `others`: the other takes. `errorText`: why the last
   * attempt failed. `elsewhere`: a video is on its way from another device.
   */
  | {
      at: 'open'
      kept: TakeRow | null
      others: readonly TakeRow[]
      errorText: string | null
      elsewhere: boolean
    }

/** Said of a reply that the server could not read as a video; the athlete is asked for another one. */
export const REPLY_UNREADABLE = 'The server could not read this video. Record another one, or write back.'

/** Checks whether the follow-up can still be replied to, as far as this device knows. */
export function isOpenToReply({ repliedAt, reportedAt }: Clarification): boolean {
  return repliedAt === null && reportedAt === null
}

/** Checks whether the server received this take and could not read it as a video. */
export function isUnreadable({ id }: TakeRow, clarification: Clarification | null): boolean {
  return clarification?.video?.id === id && clarification.video.state === 'withdrawn'
}

/** Returns the stage of a reply, from what this device has and the server's last word, which wins (D98). */
export function replyStage(
  clarification: Clarification,
  { takes, entries }: OwnReply,
  chosen: string | null = null,
): ReplyStage {
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
  const errorText = isNoVideo ? REPLY_UNREADABLE : refusal && refusalText(refusal)
  const elsewhere = clarification.video?.state === 'waiting'
  const ready = replies.filter(({ state }) => state === 'kept')
  const kept = ready.find(({ id }) => id === chosen) ?? ready.at(-1) ?? null
  const others = ready.filter((take) => take !== kept)
  return { at: 'open', kept, others, errorText: elsewhere ? null : errorText, elsewhere }
}

const ON_ITS_WAY: readonly TakeRow['state'][] = ['queued', 'uploading', 'sent']

function isOf(args: Record<string, unknown>, { id }: TakeRow): boolean {
  return (args.video as { id?: string } | undefined)?.id === id
}
