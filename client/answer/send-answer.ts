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
 * is sent; the others are discarded. `over` is the take on its way that this one replaces.
 */
export function prepareAnswer(device: Device, take: TakeRow, over: string | null = null): Send {
  return prepareTake(device, take, { intent: { name: 'answer.submit', args: answerOf(take) }, over })
}

/** Prepares a take as a free answer, for a question that ended without one (D5). */
export function prepareFreeAnswer(device: Device, take: TakeRow, over: string | null = null): Send {
  return prepareTake(device, take, { intent: { name: 'answer.give', args: answerOf(take) }, over })
}

/** Prepares a take as the reply to a follow-up about an answer. */
export function prepareReply(device: Device, take: TakeRow): Send {
  const { questionId } = take
  const args = { questionId, video: declaredOf(take) }
  return prepareTake(device, take, { intent: { name: 'clarification.film', args } })
}

function answerOf(take: TakeRow) {
  const { questionId, recordedAt } = take
  return { answerId: newId(), questionId, video: declaredOf(take), recordedAt }
}

function prepareTake(device: Device, take: TakeRow, announcing: Announcing): Send {
  const announce = prepareAnnouncement(device, take, announcing)
  return async () => {
    const sent = await announce()
    if (!sent.ok) return sent
    if (sent.value) await letGoOfOthers(device, take, announcing.intent)
    return { ok: true, value: sent.value ?? 'already' }
  }
}

/** Discards what else was recorded for the question, and the entries of earlier attempts that the server refused. */
async function letGoOfOthers(
  device: Device,
  { id, purpose, questionId }: TakeRow,
  { args }: Announcement,
): Promise<void> {
  const { takes, outbox } = device
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
  const others = await takes
    .where({ questionId })
    .and((take) => take.purpose === purpose && take.state === 'kept' && take.id !== id)
    .primaryKeys()
  for (const other of others) await discardTake(device, other)
  await discardLonger(device, id)
}
