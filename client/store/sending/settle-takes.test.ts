import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { openDevice } from '../device.ts'
import { newId } from '../new-id.ts'
import { keepTake, queueTake } from '../takes.ts'
import { dropAskedTakes, dropConfirmedTakes, repliedQuestions, settleReplies } from './settle-takes.ts'

const ASKED: Clarification = {
  ...{ text: 'Which hand?', askedAt: 1, reply: null, video: null, repliedAt: null, reportedAt: null },
}

async function deviceWith(purpose: VideoPurpose) {
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

  test('of a reply goes once a pull shows it as the reply; where another came first, it stays and says so', async () => {
    const { device, id, questionId, left } = await deviceWith('reply')
    const seen = (clarification: Partial<Clarification>) =>
      settleReplies(device, [{ id: questionId, clarification: { ...ASKED, ...clarification } }])
    expect(await repliedQuestions(device)).toEqual([{ id: questionId, state: 'queued' }])
    await device.takes.update(id, { state: 'sent' })
    await dropAskedTakes(device, questionId)
    await seen({ video: { id, state: 'waiting' } })
    await seen({ video: { id, state: 'withdrawn' } })
    expect(await left()).toEqual([1, 1])
    await seen({ video: { id, state: 'stored' }, repliedAt: 2 })
    expect(await left()).toEqual([0, 0])

    const other = await deviceWith('reply')
    const written = { ...ASKED, reply: 'The left one.', repliedAt: 2 }
    const settle = () => settleReplies(other.device, [{ id: other.questionId, clarification: written }])
    await settle()
    expect(await other.device.takes.get(other.id)).toMatchObject({ state: 'queued' })
    await other.device.takes.update(other.id, { state: 'sent' })
    await settle()
    expect(await other.device.takes.get(other.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'replied-already' },
    })
    expect(await other.left()).toEqual([1, 1])
  })
})
