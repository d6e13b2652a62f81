import type { Device, TakeRow } from '../store/device.ts'
import { newId } from '../store/new-id.ts'
import { type Announcing, announceTake, declaredOf, discardTake, type Saved } from '../store/takes.ts'

/** `already`: an answer to this question is on its way from this device, so nothing was sent twice. */
export type AnswerSent = Saved<TakeRow | 'already'>
type Sent = Pick<TakeRow, 'id' | 'questionId'>

/**
 * Sends a take as the answer to the question it was recorded for: take and `answer.submit` in one strict commit, read
 * back before it says so. One take per question goes, however often and in however many tabs it is asked for; what
 * else was recorded for the question is let go.
 */
export function sendAnswer(device: Device, take: Sent): Promise<AnswerSent> {
  return sendTake(device, take, 'answer.submit')
}

/** The same for a take whose question ran out of time: given for nothing (D5). */
export function giveAnswer(device: Device, take: Sent): Promise<AnswerSent> {
  return sendTake(device, take, 'answer.give')
}

async function sendTake(
  device: Device,
  { id, questionId }: Sent,
  name: 'answer.submit' | 'answer.give',
): Promise<AnswerSent> {
  let others: Announcing | null = null
  const sent = await announceTake(device, { id, questionId }, (found) => {
    if (isOnItsWay(found)) return null
    others = found
    const { take } = found
    const { recordedAt } = take
    return { name, args: { answerId: newId(), questionId, video: declaredOf(take), recordedAt } }
  })
  if (!sent.ok) return sent
  if (others) await letGoOf(device, others)
  return { ok: true, value: sent.value ?? 'already' }
}

function isOnItsWay({ takes, entries }: Announcing): boolean {
  if (takes.some(({ state }) => state === 'queued' || state === 'uploading')) return true
  return entries.some(
    ({ name, state }) => name.startsWith('answer.') && (state === 'waiting' || state === 'parked'),
  )
}

/** What else was recorded for the question, and what the server had to say of an earlier try. */
async function letGoOf(device: Device, { take: { id }, takes, entries }: Announcing): Promise<void> {
  const refused = entries.filter(({ name, state }) => name.startsWith('answer.') && state === 'refused')
  if (refused.length > 0) await device.outbox.bulkDelete(refused.map(({ counter }) => counter))
  const others = takes.filter((take) => take.state === 'kept' && take.id !== id)
  for (const other of others) await discardTake(device, other.id)
}
