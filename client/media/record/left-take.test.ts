import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { keepDraft, moveGuestDraft } from '../../store/drafts.ts'
import { appendChunk, beginTake, joinChunks, keepTake, queueTake } from '../../store/takes.ts'
import { discardLeft, findLeft, isStillLeft, leftVideo, recoverTake } from './left-take.ts'
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
  expect(await (await leftVideo(device, left!))?.text()).toBe('one two')
  expect(await recoverTake({ ...shot }, left!)).toMatchObject({
    take: { id, state: 'kept', questionId, dueAt: 9 },
  })
  expect(await device.chunks.count()).toBe(0)
  expect(await findLeft(shot)).toBeNull()
})

/** Returns the names of the stores whose rows are read by an index from now on, once each. */
function readByIndex(): Set<string> {
  const names = new Set<string>()
  for (const name of ['get', 'getAll', 'openCursor'] as const) {
    const read = IDBIndex.prototype[name] as (this: IDBIndex, ...args: unknown[]) => IDBRequest
    const spy = vi.spyOn(IDBIndex.prototype, name).mockImplementation(function (
      this: IDBIndex,
      ...args: unknown[]
    ) {
      names.add(this.objectStore.name)
      return read.apply(this, args) as never
    })
    onTestFinished(() => spy.mockRestore())
  }
  return names
}

test('D1 no part of a recording is read by an index, from which an older Safari hands out blobs without bytes', async () => {
  const [device, guest] = [openDevice(newId()), openDevice('guest')]
  const names = readByIndex()
  const id = await interrupted(device, newId(), ['one ', 'two'])
  expect(await (await joinChunks(device, id))?.text()).toBe('one two')
  const draftId = newId()
  await keepDraft(guest, { id: draftId, athleteId: 'a', body: '{}' })
  const guests = await interrupted(guest, draftId, ['three ', 'four'])
  await moveGuestDraft(device.account, draftId)
  expect(await (await joinChunks(device, guests))?.text()).toBe('three four')
  expect(await guest.chunks.count()).toBe(0)
  expect([...names]).not.toContain('chunks')
})

test('D1 one of which fewer bytes can be read than were stored is not kept, and its chunks stay', async () => {
  const [device, questionId] = [openDevice(newId()), newId()]
  const id = await interrupted(device, questionId, ['one ', 'two'])
  await device.chunks.put({ takeId: id, seq: 0, blob: new Blob([]) })
  const shot = { device, purpose: 'answer', questionId, dueAt: null } as const
  expect(await recoverTake(shot, (await findLeft(shot))!)).toBeNull()
  expect(await device.chunks.count()).toBe(2)
  expect(await findLeft(shot)).toMatchObject({ id, state: 'recording' })
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

test('D1 a question’s video that was saved and is in no draft is left too, and goes into the draft that takes it', async () => {
  const device = openDevice(newId())
  const [id, questionId] = [newId(), newId()]
  const told = { id, purpose: 'question', questionId: newId(), dueAt: null, source: 'recorded' } as const
  const blob = new Blob(['a question'])
  await keepTake(device, { ...told, type: 'video/mp4', durationMs: 900, recordedAt: Date.now(), blob })
  const shot = { device, purpose: 'question', questionId, dueAt: null } as const
  expect(await findLeft({ ...shot, purpose: 'answer', questionId: told.questionId })).toBeNull()
  const left = await findLeft(shot)
  expect(left).toMatchObject({ id, state: 'kept' })
  expect(await (await leftVideo(device, left!))?.text()).toBe('a question')
  const kept = await recoverTake(shot, left!)
  expect(await kept?.blob.text()).toBe('a question')
  expect(await device.takes.toArray()).toMatchObject([{ id, questionId, state: 'kept' }])
  await keepDraft(device, { id: questionId, athleteId: 'a', body: JSON.stringify({ video: { id } }) })
  expect(await findLeft(shot)).toBeNull()
})

test('one that another tab has kept or sent is left no more, and is not discarded', async () => {
  const [device, questionId] = [openDevice(newId()), newId()]
  const shot = { device, purpose: 'answer', questionId, dueAt: null } as const
  const id = await interrupted(device, questionId, ['one'])
  const left = (await findLeft(shot))!
  expect(await isStillLeft(device, left)).toBe(true)
  const kept = await recoverTake(shot, left)
  expect(await isStillLeft(device, left)).toBe(false)
  await discardLeft(device, left)
  expect(await device.takes.get(id)).toMatchObject({ state: 'kept' })
  await queueTake(device, id)
  await discardLeft(device, kept!.take)
  expect(await device.videos.count()).toBe(1)
  expect(await device.takes.get(id)).toMatchObject({ state: 'queued' })
})

test('one that another tab has put into a draft is left no more; one that nobody took can be discarded', async () => {
  const [device, id, draftId] = [openDevice(newId()), newId(), newId()]
  const told = { id, purpose: 'question', questionId: draftId, dueAt: null, source: 'recorded' } as const
  const blob = new Blob(['a question'])
  await keepTake(device, { ...told, type: 'video/mp4', durationMs: 900, recordedAt: Date.now(), blob })
  const left = (await findLeft({ device, purpose: 'question', questionId: newId() }))!
  await keepDraft(device, { id: draftId, athleteId: 'a', body: JSON.stringify({ video: { id } }) })
  expect(await isStillLeft(device, left)).toBe(false)
  await discardLeft(device, left)
  expect(await device.videos.count()).toBe(1)
  await device.drafts.clear()
  expect(await isStillLeft(device, left)).toBe(true)
  await discardLeft(device, left)
  expect([await device.takes.count(), await device.videos.count()]).toEqual([0, 0])
})
