import type { Device, TakeRow } from '../store/device.ts'
import { newId } from '../store/new-id.ts'
import { discardTake, keepTake, type Saved, saveTakeWithIntent, takeVideo } from '../store/takes.ts'

/** `already`: an answer to this question is on its way from this device, so nothing was sent twice. */
export type AnswerSent = Saved<TakeRow | 'already'>

/**
 * Sends a take as the answer to the question it was recorded for: take and `answer.submit` in one strict commit, read
 * back before it says so. One take per question goes, however often and in however many tabs it is asked for; what
 * else was recorded for the question is let go.
 */
export function sendAnswer(device: Device, takeId: string): Promise<AnswerSent> {
  return sendTake(device, takeId, 'answer.submit')
}

/** The same for a take whose question ran out of time: given for nothing (D5). */
export function giveAnswer(device: Device, takeId: string): Promise<AnswerSent> {
  return sendTake(device, takeId, 'answer.give')
}

function sendTake(
  device: Device,
  takeId: string,
  name: 'answer.submit' | 'answer.give',
): Promise<AnswerSent> {
  return navigator.locks.request(`answer-${device.name}`, async (): Promise<AnswerSent> => {
    const take = await device.takes.get(takeId)
    const blob = await takeVideo(device, takeId)
    if (!take || !blob || take.purpose !== 'answer') return { ok: false, notSaved: 'device-error' }
    const { questionId } = take
    if (await isOnItsWay(device, questionId)) return { ok: true, value: 'already' }
    const sent = await saveTakeWithIntent(device, {
      take: { ...take, blob },
      intent: (video) => ({
        name,
        args: { answerId: newId(), questionId, video, recordedAt: take.recordedAt },
      }),
    })
    if (sent.ok) await letGoOf(device, sent.value)
    // what did not read back was taken out again: the take itself is put back as it was kept
    else if (!(await device.takes.get(takeId))) await keepTake(device, { ...take, blob })
    return sent
  })
}

async function isOnItsWay(device: Device, questionId: string): Promise<boolean> {
  const takes = await device.takes.where({ questionId }).toArray()
  if (takes.some(({ state }) => state === 'queued' || state === 'uploading')) return true
  const entries = await device.outbox.where({ subject: questionId }).toArray()
  return entries.some(
    ({ name, state }) => name.startsWith('answer.') && (state === 'waiting' || state === 'parked'),
  )
}

/** What else was recorded for the question, and what the server had to say of an earlier try. */
async function letGoOf(device: Device, { id, questionId }: TakeRow): Promise<void> {
  await device.outbox
    .where({ subject: questionId })
    .and(({ name, state }) => name.startsWith('answer.') && state === 'refused')
    .delete()
  const takes = await device.takes.where({ questionId }).toArray()
  const others = takes.filter((take) => take.state === 'kept' && take.id !== id)
  for (const other of others) await discardTake(device, other.id)
}
