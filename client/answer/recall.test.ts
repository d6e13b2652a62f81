import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../api/new-id.ts'
import { type Device, openDevice, type TakeRow } from '../db/device.ts'
import { drainOutbox, type Push } from '../store/sending/push-outbox.ts'
import { recallTake } from '../store/sending/recall.ts'
import { keepTake } from '../store/takes.ts'
import { nextTake, readQueue } from '../store/upload/upload-order.ts'
import { prepareAnswer } from './send-answer.ts'

let device: Device
let questionId: string
beforeEach(() => {
  device = openDevice(newId())
  questionId = newId()
})

async function kept(words = 'one'): Promise<TakeRow> {
  const saved = await keepTake(device, {
    id: newId(),
    purpose: 'answer',
    questionId,
    type: 'video/mp4',
    durationMs: 9_000,
    source: 'recorded',
    recordedAt: Date.now(),
    dueAt: null,
    blob: new Blob([words]),
  })
  if (!saved.ok) throw new Error(saved.notSaved)
  return saved.value
}

async function queued(): Promise<TakeRow> {
  const take = await kept()
  await prepareAnswer(device, take)()
  return take
}

const settling: Push = async (intents) => ({
  ok: true,
  value: { outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })) },
})
const offline: Push = async () => ({
  ok: false,
  offline: true,
  reason: 'network',
  status: null,
  retryAfterMs: null,
})

/** Creates a push that is answered only when the test calls `end`. */
function leaving(answer: Push) {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const push: Push = async (intents) => {
    begun.resolve()
    await over.promise
    return answer(intents)
  }
  return { push, begun: begun.promise, end: over.resolve }
}

const uploadNext = async () => {
  const { takes, entries } = await readQueue(device)
  return nextTake(takes, entries)?.id ?? null
}

describe('a take is taken back', () => {
  test('before it was announced: nothing of it leaves, and it is sent when its owner says so again', async () => {
    const take = await queued()
    expect(await recallTake(device, take.id)).toBe('kept')
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'kept' })
    expect(await device.videos.count()).toBe(1)
    const pushed: string[] = []
    await drainOutbox(device, async (intents) => {
      pushed.push(...intents.map(({ name }) => name))
      return settling(intents)
    })
    expect(pushed).toEqual([])
    expect(await uploadNext()).toBeNull()
    expect(await prepareAnswer(device, take)()).toMatchObject({ ok: true, value: { state: 'queued' } })
    expect(await device.outbox.count()).toBe(1)
  })

  test('after tries that reached nobody, as on a plane', async () => {
    const take = await queued()
    await drainOutbox(device, offline)
    await drainOutbox(device, offline)
    expect(await recallTake(device, take.id)).toBe('kept')
    expect(await device.outbox.count()).toBe(0)
  })

  test('while it is being announced, the server’s word counts: accepted, it goes on its way whole', async () => {
    const take = await queued()
    const { push, begun, end } = leaving(settling)
    const pass = drainOutbox(device, push)
    await begun
    const recalled = recallTake(device, take.id)
    end()
    expect(await recalled).toBe('announced')
    await pass
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'queued' })
    expect(await device.outbox.toArray()).toMatchObject([{ state: 'settled' }])
    expect(await uploadNext()).toBe(take.id)
  })

  test('while a try to announce it is failing: it is kept, and announced no more', async () => {
    const take = await queued()
    const { push, begun, end } = leaving(offline)
    const pass = drainOutbox(device, push)
    await begun
    const recalled = recallTake(device, take.id)
    end()
    expect(await recalled).toBe('kept')
    await pass
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'kept' })
    expect(await device.outbox.count()).toBe(0)
  })

  test('while it is being turned down: it is kept as that', async () => {
    const take = await queued()
    const { push, begun, end } = leaving(async (intents) => ({
      ok: true,
      value: {
        outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal: { code: 'too-late' } })),
      },
    }))
    const pass = drainOutbox(device, push)
    await begun
    const recalled = recallTake(device, take.id)
    end()
    expect(await recalled).toBe('kept')
    await pass
    expect(await device.takes.get(take.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'too-late' },
    })
  })

  test('twice, and in two tabs, is once; what is not here is not taken back', async () => {
    const take = await queued()
    const both = await Promise.all([recallTake(device, take.id), recallTake(device, take.id)])
    expect(both).toEqual(['kept', 'kept'])
    expect(await recallTake(device, newId())).toBe('gone')
  })
})

describe('a take is recorded again', () => {
  test('and takes the place of one that nobody has heard of, in one step', async () => {
    const former = await queued()
    const again = await kept('another')
    expect(await prepareAnswer(device, again, former.id)()).toMatchObject({
      ok: true,
      value: { id: again.id },
    })
    const entries = await device.outbox.toArray()
    expect(entries).toMatchObject([{ state: 'waiting', args: { video: { id: again.id } } }])
    expect(await device.takes.toCollection().primaryKeys()).toEqual([again.id])
  })

  test('and of one that is announced and not there yet: both are announced, in order, and one video leaves', async () => {
    const former = await queued()
    await drainOutbox(device, settling)
    const again = await kept('another')
    await prepareAnswer(device, again, former.id)()
    const pushed: unknown[] = []
    await drainOutbox(device, async (intents) => {
      pushed.push(...intents.map(({ args }) => (args as { video: { id: string } }).video.id))
      return settling(intents)
    })
    expect(pushed).toEqual([again.id])
    expect(await uploadNext()).toBe(again.id)
    expect(await device.takes.count()).toBe(1)
  })

  test('while the former one is being announced: the server hears of both, in order', async () => {
    const former = await queued()
    const { push, begun, end } = leaving(settling)
    const order: unknown[] = []
    const pass = drainOutbox(device, async (intents) => {
      order.push(...intents.map(({ args }) => (args as { video: { id: string } }).video.id))
      return push(intents)
    })
    await begun
    const again = await kept('another')
    await prepareAnswer(device, again, former.id)()
    end()
    await pass
    expect(order).toEqual([former.id, again.id])
    expect(await uploadNext()).toBe(again.id)
  })

  test('not over one that the server has whole, nor over another than it was recorded for', async () => {
    const former = await queued()
    await device.takes.update(former.id, { state: 'sent' })
    const again = await kept('another')
    expect(await prepareAnswer(device, again, former.id)()).toEqual({ ok: true, value: 'already' })
    await device.takes.update(former.id, { state: 'queued' })
    expect(await prepareAnswer(device, again, newId())()).toEqual({ ok: true, value: 'already' })
    expect(await device.takes.get(again.id)).toMatchObject({ state: 'kept' })
    expect(await device.takes.get(former.id)).toMatchObject({ state: 'queued' })
  })
})
