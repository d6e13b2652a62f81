import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { notesKey } from '../notes.ts'
import { entryOf, type NewIntent } from '../outbox.ts'
import { declaredOf, keepTake, queueTake } from '../takes.ts'
import {
  answeredQuestions,
  dropAskedTakes,
  dropConfirmedTakes,
  type Pulled,
  repliedQuestions,
  settleAnswers,
  settleReplies,
} from './settle-takes.ts'

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
    const { device, id, questionId, left } = await deviceWith('answer')
    await device.takes.update(id, { state: 'sent' })
    const notes = notesKey(questionId)
    await device.settings.put({ key: notes, value: 'Elbow in.', page: 'p' })
    for (const state of ['waiting', 'stored'] as const) {
      await dropConfirmedTakes(device, { answers: [{ videoId: id, state }], questions: [] })
      expect(await left()).toEqual([1, 1])
    }
    expect(await device.settings.get(notes)).toBeDefined()
    await dropConfirmedTakes(device, { answers: [{ videoId: newId(), state: 'delivered' }], questions: [] })
    expect(await left()).toEqual([1, 1])
    const delivered = {
      answers: [{ videoId: id, state: 'delivered' } as const],
      questions: [{ id: questionId, subject: 'My catch' }],
    }
    await Promise.all([dropConfirmedTakes(device, delivered), dropConfirmedTakes(device, delivered)])
    expect(await left()).toEqual([0, 0])
    expect(await device.settings.get(notes)).toBeUndefined()
    // The delivery is listed once, however many tabs have seen it.
    expect((await device.settings.get('activity'))?.value).toMatchObject([
      { text: 'Your answer about “My catch” was delivered', tone: 'success' },
    ])
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
    expect(await listed(device)).toEqual(['Your reply was delivered'])

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

/** Returns the texts of the activities, newest first. */
async function listed({ settings }: Device): Promise<string[]> {
  const told = (await settings.get('activity'))?.value as { text: string }[] | undefined
  return (told ?? []).map(({ text }) => text)
}

const NOW = 1_800_000_000_000
const ANNOUNCED = NOW - 1_000

/** Sets up an announced answer, and functions to settle it and read its state. */
async function answering() {
  const on = await deviceWith('answer')
  const { device, id, questionId } = on
  const take = await device.takes.get(id)
  const announce = async (
    name: 'answer.submit' | 'answer.give',
    state: 'waiting' | 'settled' = 'settled',
  ) => {
    const answerId = newId()
    const args = { answerId, questionId, video: declaredOf(take!), recordedAt: 1 }
    // Free the question, as if the announcement before had ended.
    await device.outbox.toCollection().modify({ answering: undefined })
    await device.outbox.add({ ...entryOf({ name, args } as NewIntent), state, answering: questionId })
    return answerId
  }
  await device.takes.update(id, { state: 'uploading', uploadUrl: `/files/${id}`, uploadedBytes: 3 })
  const open = {
    id: questionId,
    status: 'approved',
    reason: null,
    approvedAt: ANNOUNCED - 1,
    graceEndsAt: null,
  } as const
  const settle = (
    question: Partial<Pulled['questions'][number]>,
    answers: Partial<Pulled['answers'][number]>[] = [],
  ) =>
    settleAnswers(device, {
      questions: [{ ...open, ...question }],
      answers: answers.map((answer) => ({
        id: newId(),
        questionId,
        videoId: id,
        state: 'waiting',
        submittedAt: ANNOUNCED,
        ...answer,
      })),
    })
  const now = () => device.takes.get(id)
  return {
    ...on,
    announce,
    settle,
    now,
    isFree: async () => (await device.outbox.where({ answering: questionId }).count()) === 0,
  }
}

const EXPIRED = { status: 'athlete rejected', reason: 'no-answer' } as const

describe('D5 an answer on its way to a question that ended without it', () => {
  test.each(['queued', 'uploading', 'sent'] as const)(
    '%s, it stops, says why, and leaves the question free; its bytes stay',
    async (state) => {
      const { device, id, announce, settle, now, isFree, left } = await answering()
      await announce('answer.submit')
      await device.takes.update(id, { state })
      await settle({ status: 'approved', graceEndsAt: NOW + 1 })
      expect([(await now())?.state, await isFree()]).toEqual([state, false])
      await settle(EXPIRED, [{ state: 'withdrawn' }])
      expect(await now()).toMatchObject({
        state: 'refused',
        refusal: { code: 'too-late' },
        uploadUrl: `/files/${id}`,
        uploadedBytes: 0,
      })
      expect([await isFree(), await left()]).toEqual([true, [1, 1]])
      expect(await answeredQuestions(device)).toEqual([])
    },
  )

  test('D33 says what ended it', async () => {
    const codes: unknown[] = []
    for (const question of [
      { status: 'athlete rejected', reason: 'payment-lapsed' },
      { status: 'rejected', reason: 'admin-note' },
      { status: 'completed', reason: null },
    ] as const) {
      const { announce, settle, now } = await answering()
      await announce('answer.submit')
      await settle(
        question,
        question.status === 'completed' ? [{ state: 'delivered', videoId: newId() }] : [{ state: 'stored' }],
      )
      codes.push((await now())?.refusal?.code)
    }
    expect(codes).toEqual(['hold-gone', 'not-approved', 'already-answered'])
  })

  test('one that is announced only now, is given, or was delivered goes on', async () => {
    const waiting = await answering()
    await waiting.announce('answer.submit', 'waiting')
    await waiting.settle(EXPIRED)
    expect(await waiting.now()).toMatchObject({ state: 'uploading' })

    const given = await answering()
    const gift = await given.announce('answer.give')
    await given.settle(EXPIRED, [{ state: 'withdrawn' }])
    expect(await given.now()).toMatchObject({ state: 'uploading', uploadedBytes: 3 })
    await given.settle(EXPIRED, [{ id: gift, state: 'withdrawn' }])
    expect(await given.now()).toMatchObject({ refusal: { code: 'video-unreadable' } })

    const delivered = await answering()
    await delivered.announce('answer.submit')
    await delivered.settle(EXPIRED, [{ state: 'delivered' }])
    expect(await delivered.now()).toMatchObject({ state: 'uploading' })
  })

  test('where the server could not read it, it says so while another may be recorded', async () => {
    const { device, id, announce, settle, now, isFree, left } = await answering()
    const answerId = await announce('answer.submit')
    await device.takes.update(id, { state: 'sent' })
    // During the grace period another answer is on its way, possibly from another device.
    await settle({ graceEndsAt: NOW + 1 }, [{ id: answerId, state: 'withdrawn' }])
    expect((await now())?.state).toBe('sent')
    await settle({}, [{ id: answerId, state: 'withdrawn' }])
    expect(await now()).toMatchObject({ state: 'refused', refusal: { code: 'video-unreadable' } })
    expect([await isFree(), await left()]).toEqual([true, [1, 1]])
  })

  test('D54 sent again to a question that is open again, the answer withdrawn before says nothing of it', async () => {
    const { device, id, announce, settle, now } = await answering()
    const former = await announce('answer.submit')
    await settle(EXPIRED, [{ id: former, state: 'withdrawn' }])
    await announce('answer.submit')
    await device.takes.update(id, { state: 'sent', refusal: null })
    await settle({}, [{ id: former, state: 'withdrawn' }])
    expect((await now())?.state).toBe('sent')
  })

  test.each(['queued', 'uploading', 'sent'] as const)(
    'D54 %s when its question ended and was opened again before this device heard of either, it stops; nobody has found fault with it',
    async (state) => {
      const { device, id, announce, settle, now, isFree, left } = await answering()
      const answers = [{ id: await announce('answer.submit'), state: 'withdrawn' as const }]
      await device.takes.update(id, { state })
      await settle({ approvedAt: ANNOUNCED }, answers)
      expect((await now())?.refusal?.code).toBe(state === 'sent' ? 'video-unreadable' : undefined)
      await device.takes.update(id, { state, refusal: null })
      await settle({ approvedAt: ANNOUNCED + 1 }, answers)
      expect(await now()).toMatchObject({
        state: 'refused',
        refusal: { code: 'too-late' },
        uploadUrl: `/files/${id}`,
        uploadedBytes: 0,
      })
      expect([await isFree(), await left()]).toEqual([true, [1, 1]])
    },
  )

  test('a question that its fan took along stops it too', async () => {
    const { device, id, questionId, announce, now } = await answering()
    const answerId = await announce('answer.submit')
    const answers = [
      { id: answerId, questionId, videoId: id, state: 'waiting' as const, submittedAt: ANNOUNCED },
    ]
    await settleAnswers(device, { questions: [], answers })
    expect((await now())?.state).toBe('uploading')
    await settleAnswers(device, { questions: [], answers: [{ ...answers[0]!, state: 'withdrawn' }] })
    expect(await now()).toMatchObject({ state: 'refused', refusal: { code: 'not-approved' } })
  })
})
