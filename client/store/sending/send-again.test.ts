import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { entryOf, noteEpoch } from '../outbox.ts'
import { declaredOf, keepTake } from '../takes.ts'
import { nextTake } from '../upload/upload-order.ts'
import { drainOutbox } from './push-outbox.ts'

const device = openDevice(newId())

/** Keeps a take of an answer or a question that had arrived. */
async function sentTake(purpose: 'answer' | 'question'): Promise<string> {
  const [id, questionId] = [newId(), newId()]
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
