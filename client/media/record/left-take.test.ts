import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { type Device, openDevice } from '../../store/device.ts'
import { newId } from '../../store/new-id.ts'
import { appendChunk, beginTake } from '../../store/takes.ts'
import { findLeft, recoverTake } from './left-take.ts'
import { takeLock } from './recording.ts'

async function interrupted(device: Device, questionId: string, seconds: string[]): Promise<string> {
  const take = { id: newId(), purpose: 'answer', questionId, dueAt: 9, source: 'recorded' } as const
  await beginTake(device, { ...take, type: 'video/webm', recordedAt: Date.now() })
  for (const [seq, words] of seconds.entries())
    await appendChunk(device, {
      takeId: take.id,
      seq,
      blob: new Blob([words]),
      durationMs: 1_000 * (seq + 1),
    })
  return take.id
}

test('D1 what an interrupted recording left is found for its question, and kept whole', async () => {
  const [device, questionId] = [openDevice(newId()), newId()]
  const id = await interrupted(device, questionId, ['one ', 'two'])
  const shot = { device, purpose: 'answer', questionId, dueAt: 9 } as const
  expect(await findLeft({ ...shot, questionId: newId() })).toBeNull()
  const left = await findLeft(shot)
  expect(left).toMatchObject({ id, bytes: 7, durationMs: 2_000 })
  expect(await recoverTake({ ...shot }, left!)).toMatchObject({
    take: { id, state: 'kept', questionId, dueAt: 9 },
  })
  expect(await device.chunks.count()).toBe(0)
  expect(await findLeft(shot)).toBeNull()
})

test('one without a second of it is let go; one that another tab records is nobody’s to offer', async () => {
  const [device, questionId] = [openDevice(newId()), newId()]
  const shot = { device, purpose: 'answer', questionId, dueAt: null } as const
  await interrupted(device, questionId, [])
  expect(await findLeft(shot)).toBeNull()
  expect(await device.takes.count()).toBe(0)
  const id = await interrupted(device, questionId, ['one'])
  await navigator.locks.request(takeLock(id), async () => expect(await findLeft(shot)).toBeNull())
  expect(await findLeft(shot)).toMatchObject({ id })
})
