import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { openDevice } from '../device.ts'
import { newId } from '../new-id.ts'
import { keepTake, queueTake } from '../takes.ts'
import { dropAskedTakes, dropConfirmedTakes } from './settle-takes.ts'

async function deviceWith(purpose: 'question' | 'answer') {
  const device = openDevice(newId())
  const [id, questionId] = [newId(), newId()]
  const blob = new Blob(['video'])
  const told = { type: 'video/mp4', durationMs: 1, source: 'recorded', recordedAt: 1, dueAt: null } as const
  await keepTake(device, { ...told, id, purpose, questionId, blob })
  await queueTake(device, id)
  return {
    device,
    id,
    questionId,
    left: async () => [await device.takes.count(), await device.videos.count()],
  }
}

describe('the local copy of a video', () => {
  test('of an answer goes once a pull shows it delivered, and not a state before', async () => {
    const { device, id, left } = await deviceWith('answer')
    await device.takes.update(id, { state: 'sent' })
    for (const state of ['waiting', 'stored'] as const) {
      await dropConfirmedTakes(device, { answers: [{ videoId: id, state }], questions: [] })
      expect(await left()).toEqual([1, 1])
    }
    await dropConfirmedTakes(device, { answers: [{ videoId: newId(), state: 'delivered' }], questions: [] })
    expect(await left()).toEqual([1, 1])
    await dropConfirmedTakes(device, { answers: [{ videoId: id, state: 'delivered' }], questions: [] })
    expect(await left()).toEqual([0, 0])
  })

  test('of a question goes once it was sent and the question asked', async () => {
    const { device, id, questionId, left } = await deviceWith('question')
    await dropAskedTakes(device, questionId)
    expect(await left()).toEqual([1, 1])
    await device.takes.update(id, { state: 'sent' })
    await dropAskedTakes(device, newId())
    expect(await left()).toEqual([1, 1])
    await dropAskedTakes(device, questionId)
    expect(await left()).toEqual([0, 0])
  })
})
