import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { type Device, openDevice, type TakeRow } from '../store/device.ts'
import { newId } from '../store/new-id.ts'
import { keepTake } from '../store/takes.ts'
import { sendAnswer } from './send-answer.ts'

async function kept(device: Device, questionId: string, words: string): Promise<TakeRow> {
  const saved = await keepTake(device, {
    id: newId(),
    purpose: 'answer',
    questionId,
    type: 'video/webm;codecs=vp9,opus',
    durationMs: 34_000.4,
    source: 'recorded',
    recordedAt: 1_800_000_000_000,
    dueAt: 1_800_000_900_000,
    blob: new Blob([words], { type: 'video/webm' }),
  })
  if (!saved.ok) throw new Error(saved.notSaved)
  return saved.value
}

describe('sending an answer', () => {
  test('take and intent are saved together, for the question it was recorded for', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const take = await kept(device, questionId, 'an answer')
    expect(await sendAnswer(device, take)).toMatchObject({
      ok: true,
      value: { id: take.id, state: 'queued' },
    })
    const [entry] = await device.outbox.toArray()
    expect(entry).toMatchObject({
      name: 'answer.submit',
      subject: questionId,
      state: 'waiting',
      args: {
        questionId,
        recordedAt: 1_800_000_000_000,
        video: { id: take.id, bytes: 9, type: 'video/webm', durationMs: 34_000, source: 'recorded' },
      },
    })
    expect(await device.takes.get(take.id)).toMatchObject({ questionId, dueAt: 1_800_000_900_000 })
  })

  test('pressed twice, or in two tabs, one answer goes', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const first = await kept(device, questionId, 'one')
    const second = await kept(device, questionId, 'two')
    const sent = await Promise.all([
      sendAnswer(device, first),
      sendAnswer(device, first),
      sendAnswer(device, second),
    ])
    expect(sent[1]).toEqual({ ok: true, value: 'already' })
    expect(await device.outbox.count()).toBe(1)
  })

  test('other takes of the same question go; those of another question stay', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const former = await kept(device, questionId, 'former')
    const elsewhere = await kept(device, newId(), 'elsewhere')
    await sendAnswer(device, await kept(device, questionId, 'chosen'))
    expect(await device.takes.get(former.id)).toBeUndefined()
    expect(await device.takes.get(elsewhere.id)).toMatchObject({ state: 'kept' })
  })

  test('after a refusal another take may be sent', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const first = await kept(device, questionId, 'one')
    await sendAnswer(device, first)
    await device.outbox.where({ subject: questionId }).modify({ state: 'refused' })
    await device.takes.update(first.id, { state: 'refused' })
    const second = await kept(device, questionId, 'two')
    expect(await sendAnswer(device, second)).toMatchObject({ ok: true, value: { id: second.id } })
    expect(await device.takes.get(first.id)).toMatchObject({ state: 'refused' })
  })

  test('a take that is gone is not sent', async () => {
    const gone = { id: newId(), questionId: newId() }
    expect(await sendAnswer(openDevice(newId()), gone)).toEqual({ ok: false, notSaved: 'device-error' })
  })
})
