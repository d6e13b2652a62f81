import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { entryOf, noteEpoch } from '../outbox.ts'
import { declaredOf, keepTake } from '../takes.ts'
import { keepUploadEnd, nextTake } from '../upload/upload-order.ts'
import { prepareAnnouncement } from './announce.ts'
import { videoOf } from './announced.ts'
import { drainOutbox } from './push-outbox.ts'

const device = openDevice(newId())

/** Keeps a take of an answer or a question that had arrived. */
async function sentTake(purpose: 'answer' | 'question', questionId: string = newId()): Promise<string> {
  const id = newId()
  const told = { type: 'video/mp4', durationMs: 1, source: 'recorded', recordedAt: 1, dueAt: null } as const
  const kept = await keepTake(device, { ...told, id, purpose, questionId, blob: new Blob(['video']) })
  if (!kept.ok) throw new Error(kept.notSaved)
  await device.takes.update(id, { state: 'sent', uploadUrl: `/files/${id}`, uploadedBytes: 5 })
  if (purpose === 'answer') {
    const args = { answerId: newId(), questionId, video: declaredOf(kept.value), recordedAt: 1 }
    const entry = entryOf({ name: 'answer.submit', args })
    await device.outbox.add({ ...entry, state: 'settled', settledAt: Date.now() })
  }
  return id
}

test('after a restore the video of an announced answer is sent again, behind its announcement', async () => {
  const answer = await sentTake('answer')
  const question = await sentTake('question')
  await noteEpoch(device, 'first')
  expect(await device.takes.get(answer)).toMatchObject({ state: 'sent' })
  await noteEpoch(device, 'restored', async () => ({ ok: true, value: { epoch: 'restored', known: [] } }))
  expect(await device.takes.get(answer)).toMatchObject({ state: 'queued', uploadUrl: `/files/${answer}` })
  // A question's own video is declared by a call and not by the outbox.
  expect(await device.takes.get(question)).toMatchObject({ state: 'sent' })
  const next = async () => nextTake(await device.takes.toArray(), await device.outbox.toArray())?.id
  expect(await next()).toBeUndefined()
  await drainOutbox(device, async (intents) => ({
    ok: true,
    value: { outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })) },
  }))
  expect(await next()).toBe(answer)
})

test('after a restore the latest video of a question is its answer on its way, and another is not announced beside it', async () => {
  const questionId = newId()
  const [, latest] = [await sentTake('answer', questionId), await sentTake('answer', questionId)]
  await noteEpoch(device, 'restored again', async () => ({
    ok: true,
    value: { epoch: 'restored again', known: [] },
  }))
  const answering = await device.outbox.where({ answering: questionId }).toArray()
  expect(answering.map(videoOf)).toEqual([latest])
  const taken = await device.takes.get(latest)
  if (!taken) throw new Error('the take is gone')
  const told = { type: 'video/mp4', durationMs: 1, source: 'recorded', recordedAt: 1, dueAt: null } as const
  const other = await keepTake(device, {
    ...told,
    id: newId(),
    purpose: 'answer',
    questionId,
    blob: new Blob(['other']),
  })
  if (!other.ok) throw new Error(other.notSaved)
  const args = { answerId: newId(), questionId, video: declaredOf(other.value), recordedAt: 1 }
  const announced = await prepareAnnouncement(device, other.value, {
    intent: { name: 'answer.submit', args },
  })()
  expect(announced).toEqual({ ok: true, value: null })

  await keepUploadEnd(device, taken, { end: 'sent' })
  expect(await device.outbox.where({ answering: questionId }).count()).toBe(0)
})
