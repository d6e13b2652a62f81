import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { describe, expect, test } from 'vitest'
import { newId } from '../api/new-id.ts'
import { type Device, deviceName, openDevice, type TakeRow } from '../db/device.ts'
import { dropBare } from '../store/sending/missing-files.ts'
import { drainOutbox } from '../store/sending/push-outbox.ts'
import { discardTake, keepTake } from '../store/takes.ts'
import { keepUploadEnd, readQueue } from '../store/upload/upload-order.ts'
import { goesWith, prepareAnswer, prepareReply } from './send-answer.ts'

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
    expect(await prepareAnswer(device, take)()).toMatchObject({
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
      prepareAnswer(device, first)(),
      prepareAnswer(device, first)(),
      prepareAnswer(device, second)(),
    ])
    expect(sent.slice(1)).toEqual(Array(2).fill({ ok: true, value: 'already' }))
    expect(await device.outbox.count()).toBe(1)
    // The calls that were refused have left nothing: the other take is not queued beside the announced one.
    expect(await device.takes.where({ state: 'queued' }).primaryKeys()).toEqual([first.id])
  })

  test('other takes of the same question go if the athlete was told; the rest stays', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const former = await kept(device, questionId, 'former')
    const refused = { ...(await kept(device, questionId, 'refused')), state: 'refused' } as const
    await device.takes.put(refused)
    const chosen = await kept(device, questionId, 'chosen')
    const goes = goesWith(chosen, [former, refused, chosen])
    expect(goes).toEqual([former.id])
    // Recorded in another tab since then.
    const unseen = await kept(device, questionId, 'unseen')
    await prepareAnswer(device, chosen, null, goes)()
    expect(await device.takes.get(former.id)).toBeUndefined()
    for (const { id, state } of [refused, unseen]) expect(await device.takes.get(id)).toMatchObject({ state })
    expect((await device.videos.get(unseen.id))?.blob.size).toBe(6)
  })

  test('after a refusal another take may be sent', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const first = await kept(device, questionId, 'one')
    await prepareAnswer(device, first)()
    const refusal = { code: 'not-approved' } as const
    await device.outbox.toCollection().modify({ state: 'refused', refusal, answering: undefined })
    await device.takes.update(first.id, { state: 'refused', refusal })
    const second = await kept(device, questionId, 'two')
    expect(await prepareAnswer(device, second)()).toMatchObject({ ok: true, value: { id: second.id } })
    expect(await device.takes.get(first.id)).toMatchObject({ state: 'refused' })
  })

  test('D54 a take whose question is open again is sent as it is, until the new deadline; what announced it before goes', async () => {
    const device = openDevice(newId())
    const take = await kept(device, newId(), 'as it is')
    await prepareAnswer(device, take)()
    const [former] = await device.outbox.toArray()
    await device.outbox.toCollection().modify({ state: 'settled', answering: undefined })
    const refused = { ...take, state: 'refused', refusal: { code: 'too-late' } } as const
    await device.takes.put(refused)
    const dueAt = take.dueAt! + 1
    expect(await prepareAnswer(device, { ...refused, dueAt })()).toMatchObject({
      ok: true,
      value: { id: take.id, sha256: take.sha256, state: 'queued', refusal: null, dueAt },
    })
    const entries = await device.outbox.toArray()
    expect(entries).toMatchObject([
      { state: 'waiting', args: { video: { id: take.id, sha256: take.sha256 } } },
    ])
    expect(entries[0]?.args.answerId).not.toBe(former?.args.answerId)
    expect(await (await device.videos.get(take.id))?.blob.text()).toBe('as it is')
  })

  test('accepted and on its way, the question takes no other; refused by its bytes, it does', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const first = await kept(device, questionId, 'one')
    await prepareAnswer(device, first)()
    await device.outbox.where({ subject: questionId }).modify({ state: 'settled' })
    const second = await kept(device, questionId, 'two')
    expect(await prepareAnswer(device, second)()).toEqual({ ok: true, value: 'already' })
    expect(await device.takes.get(second.id)).toMatchObject({ state: 'kept' })
    await keepUploadEnd(device, first, { end: 'refused', refusal: { code: 'video-unreadable' } })
    expect(await prepareAnswer(device, second)()).toMatchObject({ ok: true, value: { id: second.id } })
  })

  test('announced over a video that another tab has just discarded, it never leaves the device', async () => {
    const device = openDevice(newId())
    const take = await kept(device, newId(), 'discarded')
    await prepareAnswer(device, take)()
    await device.videos.delete(take.id)
    await dropBare(device)
    expect([await device.takes.count(), await device.outbox.count()]).toEqual([0, 0])
  })

  test('an answer that the build before has announced takes no other either', async () => {
    const account = newId()
    const former = new Dexie(deviceName(account))
    const tables = { takes: 'id, questionId, state', videos: 'id', outbox: '++counter, &id, subject, state' }
    former.version(2).stores({ ...tables, chunks: '[takeId+seq], takeId', settings: 'key' })
    const questionId = newId()
    const id = newId()
    await former.table('takes').add({ id, questionId, state: 'queued' })
    const entry = {
      id: newId(),
      name: 'answer.submit',
      subject: questionId,
      args: { video: { id } },
      tries: 1,
    }
    await former.table('outbox').bulkAdd([
      { ...entry, id: newId(), state: 'refused' },
      { ...entry, state: 'settled' },
    ])
    former.close()
    const device = openDevice(account)
    expect(await prepareAnswer(device, await kept(device, questionId, 'another'))()).toEqual({
      ok: true,
      value: 'already',
    })
  })

  test('a reply is announced like an answer, once; a refusal is told to its video, which stays', async () => {
    const device = openDevice(newId())
    const questionId = newId()
    const reply = async (words: string) => {
      const take = { ...(await kept(device, questionId, words)), purpose: 'reply' } as const
      await device.takes.put(take)
      return take
    }
    const [first, second] = [await reply('one'), await reply('two')]
    const sent = await Promise.all([prepareReply(device, first)(), prepareReply(device, second)()])
    expect(sent[1]).toEqual({ ok: true, value: 'already' })
    const [entry] = await device.outbox.toArray()
    expect(entry).toMatchObject({
      name: 'clarification.film',
      subject: questionId,
      args: { questionId, video: { id: first.id, bytes: 3 } },
    })
    // The bytes of the reply wait for the announcement, and stay when the server refuses it.
    expect((await readQueue(device)).entries).toHaveLength(1)
    const refusal = { code: 'replied-already' } as const
    const outcomes = [{ id: entry?.id ?? '', state: 'refused' as const, refusal }]
    await drainOutbox(device, async () => ({ ok: true, value: { outcomes } }))
    expect(await device.takes.get(first.id)).toMatchObject({ state: 'refused', refusal })
    expect(await device.videos.count()).toBe(2)
  })

  test('a take that is gone is not sent', async () => {
    const device = openDevice(newId())
    const gone = await kept(device, newId(), 'gone')
    await discardTake(device, gone.id)
    expect(await prepareAnswer(device, gone)()).toEqual({ ok: false, notSaved: 'device-error' })
    expect([await device.takes.count(), await device.outbox.count()]).toEqual([0, 0])
  })
})
