import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDevice, type Device, deviceName, openDevice, type TakeRow } from '../device.ts'
import { newId } from '../new-id.ts'
import { appendIntent } from '../outbox.ts'
import { announceTake } from '../sending/announce.ts'
import { declaredOf, discardTake, keepTake } from '../takes.ts'
import { forgetLost, readLost, watchLost } from './lost.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
beforeEach(() => stored.clear())

async function kept(device: Device): Promise<TakeRow> {
  const saved = await keepTake(device, {
    ...{ id: newId(), questionId: newId(), purpose: 'answer', type: 'video/webm', durationMs: 34_000 },
    ...{ source: 'recorded', recordedAt: 1, dueAt: null, blob: new Blob(['film']) },
  })
  if (!saved.ok) throw new Error(saved.notSaved)
  return saved.value
}

/** A page is open on the device for a moment. */
async function open(device: Device, isNoted: () => boolean = () => true): Promise<void> {
  const stop = await watchLost(device)
  await vi.waitFor(() => expect(isNoted()).toBe(true))
  stop()
}

test('a database that the browser cleared is noticed, with what was recorded and not sent', async () => {
  const account = newId()
  const device = openDevice(account)
  const { id, questionId } = await kept(device)
  await open(device, () => stored.size > 0)
  closeDevice(account)
  await new Promise((done) => {
    indexedDB.deleteDatabase(deviceName(account)).onsuccess = done
  })
  const again = openDevice(account)
  await open(again)
  expect(await readLost(again)).toEqual({
    takes: [{ id, questionId, durationMs: 34_000, isAnnounced: false }],
  })
  await forgetLost(again)
  await open(again, () => stored.size === 0)
  expect(await readLost(again)).toBeNull()
})

test('what its owner deleted, and what is there, is not missed', async () => {
  const device = openDevice(newId())
  const { id } = await kept(device)
  await kept(device)
  await open(device, () => stored.size > 0)
  await discardTake(device, id)
  await open(device)
  expect(await readLost(device)).toBeNull()
})

test('a take without its bytes leaves the lists, and is not announced any more', async () => {
  const device = openDevice(newId())
  const [one, other] = [await kept(device), await kept(device)]
  for (const take of [one, other]) {
    await announceTake(device, take, {
      name: 'answer.submit',
      args: { answerId: newId(), questionId: take.questionId, video: declaredOf(take), recordedAt: 1 },
    })
  }
  await appendIntent(device, { name: 'question.decline', args: { questionId: one.questionId, note: '' } })
  await device.outbox.where({ subject: other.questionId }).modify({ tries: 1 })
  await device.videos.clear()
  await open(device)
  const lost = await readLost(device)
  expect(lost?.takes.map(({ id, isAnnounced }) => [id, isAnnounced]).sort()).toEqual(
    [
      [one.id, false],
      [other.id, true],
    ].sort(),
  )
  expect(await device.takes.count()).toBe(0)
  expect((await device.outbox.toArray()).map(({ name }) => name).sort()).toEqual([
    'answer.submit',
    'question.decline',
  ])
})
