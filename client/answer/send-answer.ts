import { newId } from '../api/new-id.ts'
import type { Device, OutboxRow, TakeRow } from '../db/device.ts'
import { type Announcement, type Announcing, prepareAnnouncement } from '../store/sending/announce.ts'
import { isAnnouncement, videoOf } from '../store/sending/announced.ts'
import { declaredOf, discardLonger, discardTake, type Saved } from '../store/takes.ts'

/** `already`: one for this question is on its way from this device, so nothing was sent twice. */
export type TakeSent = Saved<TakeRow | 'already'>

/** Sends what was made ready, once, however often it is called. */
export type Send = () => Promise<TakeSent>

/**
 * Makes a take ready to be sent as the answer to the question it was recorded for: take and `answer.submit` in one
 * strict commit, read back before it says so. One take per question goes, however often and in however many tabs it is
 * asked for; what else was recorded for the question is let go. `over`: the take on its way whose place it is to take.
 */
export function prepareAnswer(device: Device, take: TakeRow, over: string | null = null): Send {
  return prepareTake(device, take, { intent: { name: 'answer.submit', args: answerOf(take) }, over })
}

/** The same for a take whose question ended without an answer: given for nothing (D5). */
export function prepareFreeAnswer(device: Device, take: TakeRow, over: string | null = null): Send {
  return prepareTake(device, take, { intent: { name: 'answer.give', args: answerOf(take) }, over })
}

/** The same for a reply to what was asked once more about an answer. */
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

/** What else was recorded for the same, and what the server had to say of an earlier try. */
async function letGoOfOthers(
  device: Device,
  { id, purpose, questionId }: TakeRow,
  { args }: Announcement,
): Promise<void> {
  const { takes, outbox } = device
  // a server that was restored is told again of what it settled: of this video, how it was announced last
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
