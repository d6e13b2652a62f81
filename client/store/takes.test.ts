import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { type Device, openDevice, type TakeRow } from '../db/device.ts'
import { cutTake, restoreCut } from './cut-takes.ts'
import { type Announcement, prepareAnnouncement } from './sending/announce.ts'
import { takeVideo } from './sending/video-bytes.ts'
import {
  appendChunk,
  beginTake,
  declaredOf,
  discardLonger,
  discardTake,
  joinChunks,
  keepTake,
  type NewTake,
  queueTake,
  unfinishedTakes,
} from './takes.ts'

function newTake(change: Partial<NewTake> = {}): NewTake {
  return {
    id: newId(),
    purpose: 'answer',
    questionId: newId(),
    type: 'video/webm;codecs=vp9,opus',
    durationMs: 12_345.6,
    source: 'recorded',
    recordedAt: Date.now(),
    dueAt: null,
    blob: new Blob(['the bytes of a video'], { type: 'video/webm' }),
    ...change,
  }
}

function submissionOf(take: TakeRow): Announcement {
  const { questionId, recordedAt } = take
  return {
    name: 'answer.submit',
    args: { answerId: newId(), questionId, video: declaredOf(take), recordedAt },
  }
}

async function kept(device: Device): Promise<TakeRow> {
  const saved = await keepTake(device, newTake())
  if (!saved.ok) throw new Error(saved.notSaved)
  return saved.value
}

const announce = (device: Device, take: TakeRow) =>
  prepareAnnouncement(device, take, { intent: submissionOf(take) })()

async function counts(device: Device) {
  return {
    takes: await device.takes.count(),
    videos: await device.videos.count(),
    chunks: await device.chunks.count(),
    outbox: await device.outbox.count(),
  }
}

/** Aborts a transaction for want of space after all its requests have succeeded. */
async function abortFull(transaction: IDBTransaction): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) await null
  Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
  transaction.abort()
}

describe('a take and its intent', () => {
  test('are queued in one commit that copies no bytes, and are what was kept', async () => {
    const device = openDevice(newId())
    const take = await kept(device)
    const put = vi.spyOn(device.videos, 'put')
    const saved = await announce(device, take)
    expect(put).not.toHaveBeenCalled()
    if (!saved.ok) throw new Error(saved.notSaved)
    const sha256 = createHash('sha256').update('the bytes of a video').digest('hex')
    expect(saved.value).toMatchObject({ state: 'queued', type: 'video/webm', bytes: 20, sha256 })
    expect(await device.takes.get(take.id)).toEqual(saved.value)
    expect(await (await takeVideo(device, take.id))?.text()).toBe('the bytes of a video')
    const [entry] = await device.outbox.toArray()
    expect(entry).toMatchObject({ name: 'answer.submit', subject: take.questionId, state: 'waiting' })
    expect(entry!.args).toMatchObject({ video: { id: take.id, sha256, bytes: 20, durationMs: 12_346 } })
  })

  test('a full device queues nothing of it, says so, and still has the take', async () => {
    const device = openDevice(newId())
    const take = await kept(device)
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await announce(device, take)).toEqual({ ok: false, notSaved: 'device-full' })
    full.mockRestore()
    expect(await counts(device)).toEqual({ takes: 1, videos: 1, chunks: 0, outbox: 0 })
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'kept' })
  })

  test('a commit that fails for want of room saves nothing either', async () => {
    const device = openDevice(newId())
    await device.open()
    const put = vi.spyOn(device.videos, 'put').mockImplementation(() => {
      const inner = new DOMException('no room', 'QuotaExceededError')
      throw Object.assign(new Error('aborted'), { name: 'AbortError', inner })
    })
    const take = newTake()
    expect(await keepTake(device, take)).toEqual({ ok: false, notSaved: 'device-full' })
    put.mockRestore()
    expect(await counts(device)).toEqual({ takes: 0, videos: 0, chunks: 0, outbox: 0 })
  })

  test('a disk that says only at the commit that it is full is told from any other error', async () => {
    const device = openDevice(newId())
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      const request = put.apply(this, args)
      if (this.name === 'videos') request.addEventListener('success', () => abortFull(this.transaction))
      return request
    })
    expect(await keepTake(device, newTake())).toEqual({ ok: false, notSaved: 'device-full' })
    vi.restoreAllMocks()
    expect(await counts(device)).toEqual({ takes: 0, videos: 0, chunks: 0, outbox: 0 })
  })

  test('what does not read back as written is not called saved', async () => {
    const device = openDevice(newId())
    const get = vi
      .spyOn(device.videos, 'get')
      .mockResolvedValue({ id: 'x', blob: new Blob(['THE bytes of a video']) })
    expect(await keepTake(device, newTake())).toEqual({ ok: false, notSaved: 'device-error' })
    get.mockRestore()
    expect(await counts(device)).toEqual({ takes: 0, videos: 0, chunks: 0, outbox: 0 })
  })

  test('a take without its bytes is not announced, and one that does not read back is kept as it was', async () => {
    const device = openDevice(newId())
    const [take, lost] = [await kept(device), await kept(device)]
    await device.videos.delete(lost.id)
    expect(await announce(device, lost)).toEqual({ ok: false, notSaved: 'device-error' })
    const row = await device.takes.get(take.id)
    const changed = vi
      .spyOn(device.takes, 'get')
      .mockResolvedValueOnce({ ...row, sha256: 'other' } as TakeRow)
    expect(await announce(device, take)).toEqual({ ok: false, notSaved: 'device-error' })
    changed.mockRestore()
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'kept' })
    expect(await device.outbox.count()).toBe(0)
  })

  test('what the server may have seen meanwhile is not taken back', async () => {
    const device = openDevice(newId())
    const take = await kept(device)
    const changed = vi.spyOn(device.takes, 'get').mockImplementationOnce((async () => {
      await device.outbox.toCollection().modify({ tries: 1 })
      return { ...take, sha256: 'other' }
    }) as never)
    expect(await announce(device, take)).toEqual({ ok: false, notSaved: 'device-error' })
    changed.mockRestore()
    expect(await device.outbox.count()).toBe(1)
    expect(await device.takes.get(take.id)).toMatchObject({ state: 'queued' })
  })

  test('a take that leaves the queue frees its own question, and no other', async () => {
    const device = openDevice(newId())
    const [first, second] = [await kept(device), await kept(device)]
    await announce(device, first)
    await announce(device, second)
    await discardTake(device, first.id)
    const entries = await device.outbox.orderBy('counter').toArray()
    expect(entries.map(({ answering }) => answering)).toEqual([undefined, second.questionId])
  })
})

describe('a recording', () => {
  test('is kept second by second and is there after a kill', async () => {
    const account = newId()
    const device = openDevice(account)
    const { blob: _whole, durationMs: _none, ...told } = newTake()
    await beginTake(device, told)
    for (const [seq, words] of ['one ', 'two ', 'three'].entries()) {
      await appendChunk(device, {
        takeId: told.id,
        seq,
        blob: new Blob([words]),
        durationMs: (seq + 1) * 1_000,
      })
    }
    const [found] = await unfinishedTakes(device)
    expect(found).toMatchObject({ id: told.id, bytes: 13, durationMs: 3_000, state: 'recording' })
    const blob = await joinChunks(device, told.id)
    expect(await blob?.text()).toBe('one two three')
    expect(await keepTake(device, { ...told, blob: blob!, durationMs: 3_000 })).toMatchObject({ ok: true })
    expect(await counts(device)).toMatchObject({ takes: 1, videos: 1, chunks: 0 })
    expect(await unfinishedTakes(device)).toEqual([])
  })

  test('whose whole video cannot be read back is still there second by second, and may be kept again', async () => {
    const device = openDevice(newId())
    const { blob: _whole, durationMs: _none, ...told } = newTake()
    await beginTake(device, told)
    await appendChunk(device, { takeId: told.id, seq: 0, blob: new Blob(['one']), durationMs: 1_000 })
    const keep = async () => {
      const blob = await joinChunks(device, told.id)
      return keepTake(device, { ...told, blob: blob!, durationMs: 1_000 })
    }
    const failing = () => Promise.reject(new DOMException('', 'NotReadableError'))
    const unhashed = vi
      .spyOn(crypto.subtle, 'digest')
      .mockResolvedValueOnce(new ArrayBuffer(32))
      .mockImplementationOnce(failing)
    expect(await keep()).toEqual({ ok: false, notSaved: 'device-error' })
    unhashed.mockRestore()
    const unread = vi.spyOn(device.videos, 'get').mockImplementationOnce(failing as never)
    expect(await keep()).toEqual({ ok: false, notSaved: 'device-error' })
    unread.mockRestore()
    expect(await unfinishedTakes(device)).toMatchObject([{ id: told.id, bytes: 3, state: 'recording' }])
    expect(await counts(device)).toMatchObject({ takes: 1, videos: 0, chunks: 1 })
    expect(await keep()).toMatchObject({ ok: true })
    expect(await counts(device)).toMatchObject({ takes: 1, videos: 1, chunks: 0 })
  })

  test('is called saved once its video is read back, though its chunks could not be deleted', async () => {
    const device = openDevice(newId())
    const { blob, durationMs, ...told } = newTake()
    await beginTake(device, told)
    await appendChunk(device, { takeId: told.id, seq: 0, blob, durationMs })
    const stuck = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('', 'UnknownError')
    })
    expect(await keepTake(device, { ...told, blob, durationMs })).toMatchObject({ ok: true })
    expect(stuck).toHaveBeenCalled()
    stuck.mockRestore()
    expect(await counts(device)).toMatchObject({ takes: 1, videos: 1, chunks: 1 })
    await discardTake(device, told.id)
    expect(await counts(device)).toMatchObject({ takes: 0, videos: 0, chunks: 0 })
  })

  test('is queued, sent again after a refusal, and discarded whole', async () => {
    const device = openDevice(newId())
    const take = newTake()
    await keepTake(device, take)
    await queueTake(device, take.id)
    expect((await device.takes.get(take.id))?.state).toBe('queued')
    await device.takes.update(take.id, {
      state: 'refused',
      uploadUrl: '/files/x',
      refusal: { code: 'too-late' },
    })
    await queueTake(device, take.id)
    // The upload's address is kept, so that bytes the server already has are not sent again.
    const anew = { state: 'queued', uploadUrl: '/files/x', uploadedBytes: 0, refusal: null }
    expect(await device.takes.get(take.id)).toMatchObject(anew)
    // A take that is being sent, is sent, or is still being recorded is not queued again.
    for (const state of ['uploading', 'sent', 'recording'] as const) {
      await device.takes.update(take.id, { state, uploadedBytes: 7 })
      await queueTake(device, take.id)
      expect(await device.takes.get(take.id)).toMatchObject({ state, uploadedBytes: 7 })
    }
    await discardTake(device, take.id)
    expect(await counts(device)).toEqual({ takes: 0, videos: 0, chunks: 0, outbox: 0 })
  })
})

test('a later take is the latest, although the clock was set back in between', async () => {
  const device = openDevice(newId())
  const questionId = newId()
  const ahead = newTake({ questionId, recordedAt: Date.now() + 86_400_000 })
  const [recorded, chosen] = [newTake({ questionId }), newTake({ questionId, source: 'file' })]
  await keepTake(device, ahead)
  const { blob: _blob, durationMs: _durationMs, ...begun } = recorded
  await beginTake(device, begun)
  await keepTake(device, recorded)
  await keepTake(device, chosen)
  const latest = await device.takes.where({ questionId }).sortBy('recordedAt')
  expect(latest.map(({ id }) => id)).toEqual([ahead.id, recorded.id, chosen.id])
  await keepTake(device, recorded)
  expect((await device.takes.get(recorded.id))?.recordedAt, 'kept once more').toBe(latest[1]?.recordedAt)
})

describe('a take that was trimmed', () => {
  async function trimmed() {
    const device = openDevice(newId())
    const questionId = newId()
    const [longer, shorter] = [newTake({ questionId }), newTake({ questionId, durationMs: 5_000 })]
    for (const take of [longer, shorter]) expect((await keepTake(device, take)).ok).toBe(true)
    await cutTake(device, longer.id, shorter.id)
    const states = async () =>
      Object.fromEntries((await device.takes.toArray()).map(({ id, state }) => [id, state]))
    return { device, longer, shorter, states }
  }

  test('D1 is undone: the longer one is back with its bytes, and the shorter one goes', async () => {
    const { device, longer, shorter, states } = await trimmed()
    expect(await states()).toEqual({ [longer.id]: 'cut', [shorter.id]: 'kept' })
    expect(await restoreCut(device, shorter.id)).toBe(true)
    expect(await states()).toEqual({ [longer.id]: 'kept' })
    expect(await (await takeVideo(device, longer.id))?.text()).toBe('the bytes of a video')
    expect(await device.videos.count()).toBe(1)
    expect(await restoreCut(device, shorter.id), 'once').toBe(false)
  })

  test('is undone also where the shorter one was sent and refused, and the longer one is still here', async () => {
    const { device, longer, shorter, states } = await trimmed()
    await device.takes.update(shorter.id, { state: 'refused', refusal: { code: 'too-late' } })
    expect(await restoreCut(device, shorter.id)).toBe(true)
    expect(await states()).toEqual({ [longer.id]: 'kept' })
  })

  test('is no longer undone once the shorter one is on its way, and goes with the longer one let go', async () => {
    const { device, longer, shorter, states } = await trimmed()
    await device.takes.update(shorter.id, { state: 'queued' })
    expect(await restoreCut(device, shorter.id)).toBe(false)
    expect(await states()).toEqual({ [longer.id]: 'cut', [shorter.id]: 'queued' })
    await discardLonger(device, shorter.id)
    expect(await states()).toEqual({ [shorter.id]: 'queued' })
  })
})
