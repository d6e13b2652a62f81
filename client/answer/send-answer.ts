import { newId } from '../api/new-id.ts'
import type { Device, OutboxRow, TakeRow } from '../db/device.ts'
import { type Announcement, type Announcing, prepareAnnouncement } from '../store/sending/announce.ts'
import { isAnnouncement, videoOf } from '../store/sending/announced.ts'
import { declaredOf, discardLonger, discardTake, type Saved } from '../store/takes.ts'

/** The result of sending. `already`: this device is sending another take for this question, so nothing was sent. */
export type TakeSent = Saved<TakeRow | 'already'>

/** Sends the prepared take, once, however often it is called. */
export type Send = () => Promise<TakeSent>

/**
 * Prepares a take as the answer to the question it was recorded for. Sending saves the take and `answer.submit` in
 * one strict commit, and reads both back. Only one take per question goes, however often and in however many tabs it
 * is sent. `over` is the take on its way that this one replaces; it is discarded, and so are the takes in `goes`,
 * of which the athlete was told so. All others stay.
 */
export function prepareAnswer(
  device: Device,
  take: TakeRow,
  over: string | null = null,
  goes: readonly string[] = [],
): Send {
  return prepareTake(device, take, { intent: { name: 'answer.submit', args: answerOf(take) }, over }, goes)
}

/** Prepares a take as a free answer, for a question that ended without one (D5). */
export function prepareFreeAnswer(device: Device, take: TakeRow, over: string | null = null): Send {
  return prepareTake(device, take, { intent: { name: 'answer.give', args: answerOf(take) }, over })
}

/** Prepares a take as the reply to a follow-up about an answer. The takes in `goes` are discarded. */
export function prepareReply(device: Device, take: TakeRow, goes: readonly string[] = []): Send {
  const { questionId } = take
  const args = { questionId, video: declaredOf(take) }
  return prepareTake(device, take, { intent: { name: 'clarification.film', args } }, goes)
}

/** Returns the takes beside this one that sending it discards; one that was refused before stays. */
export function goesWith({ id }: TakeRow, others: readonly TakeRow[]): string[] {
  return others.filter((each) => each.id !== id && each.state === 'kept').map((each) => each.id)
}

function answerOf(take: TakeRow) {
  const { questionId, recordedAt } = take
  return { answerId: newId(), questionId, video: declaredOf(take), recordedAt }
}

function prepareTake(
  device: Device,
  take: TakeRow,
  announcing: Announcing,
  goes: readonly string[] = [],
): Send {
  const { intent, over } = announcing
  const announce = prepareAnnouncement(device, take, announcing)
  return async () => {
    const sent = await announce()
    if (!sent.ok) return sent
    if (sent.value) await letGo(device, take, intent, over ? [...goes, over] : goes)
    return { ok: true, value: sent.value ?? 'already' }
  }
}

/** Discards the takes in `goes` if nobody has sent them, and the entries of earlier attempts that were refused. */
async function letGo(
  device: Device,
  { id, questionId }: TakeRow,
  { args }: Announcement,
  goes: readonly string[],
): Promise<void> {
  const { outbox } = device
  // Delete this video's former announcements, so that a restored server is told again of the latest one only.
  const isFormer = (row: OutboxRow) =>
    row.state === 'settled' &&
    videoOf(row) === id &&
    'answerId' in args &&
    row.args.answerId !== args.answerId
  await outbox
    .where({ subject: questionId })
    .and((row) => isAnnouncement(row.name) && (row.state === 'refused' || isFormer(row)))
    .delete()
  for (const each of goes) if (each !== id) await discardTake(device, each, 'kept')
  await discardLonger(device, id)
}
