import type { Device, TakeRow } from '../store/device.ts'
import { newId } from '../store/new-id.ts'
import { announceTake } from '../store/sending/announce.ts'
import { declaredOf, discardTake, type Saved } from '../store/takes.ts'

/** `already`: an answer to this question is on its way from this device, so nothing was sent twice. */
export type AnswerSent = Saved<TakeRow | 'already'>

/**
 * Sends a take as the answer to the question it was recorded for: take and `answer.submit` in one strict commit, read
 * back before it says so. One take per question goes, however often and in however many tabs it is asked for; what
 * else was recorded for the question is let go.
 */
export function sendAnswer(device: Device, take: TakeRow): Promise<AnswerSent> {
  return sendTake(device, take, 'answer.submit')
}

/** The same for a take whose question ran out of time: given for nothing (D5). */
export function giveAnswer(device: Device, take: TakeRow): Promise<AnswerSent> {
  return sendTake(device, take, 'answer.give')
}

async function sendTake(
  device: Device,
  take: TakeRow,
  name: 'answer.submit' | 'answer.give',
): Promise<AnswerSent> {
  const { questionId, recordedAt } = take
  const args = { answerId: newId(), questionId, video: declaredOf(take), recordedAt }
  const sent = await announceTake(device, take, { name, args })
  if (!sent.ok) return sent
  if (sent.value) await letGoOfOthers(device, take)
  return { ok: true, value: sent.value ?? 'already' }
}

/** What else was recorded for the question, and what the server had to say of an earlier try. */
async function letGoOfOthers(device: Device, { id, questionId }: TakeRow): Promise<void> {
  const { takes, outbox } = device
  await outbox
    .where({ subject: questionId })
    .and(({ name, state }) => name.startsWith('answer.') && state === 'refused')
    .delete()
  const others = await takes
    .where({ questionId })
    .and((take) => take.state === 'kept' && take.id !== id)
    .primaryKeys()
  for (const other of others) await discardTake(device, other)
}
