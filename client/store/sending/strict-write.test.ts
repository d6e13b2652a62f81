import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { closeDevice, type Device, openDevice } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'
import { entryOf } from '../outbox.ts'
import { guardSave } from '../takes.ts'
import { writeAtOnce } from './strict-write.ts'

const entry = () => entryOf({ name: 'question.ask', args: { questionId: newId() } })
const draft = (id: string, body = 'words') => ({ id, athleteId: newId(), body, savedAt: 1 })

function write(device: Device, ...rows: ReturnType<typeof entry>[]): Promise<void> {
  return writeAtOnce(device, ['outbox', 'drafts'], (transaction) => {
    transaction.objectStore('drafts').put(draft('with-it'))
    for (const row of rows) transaction.objectStore('outbox').add(row)
  })
}

/** Aborts at the commit for want of space, as a full disk does after every request has succeeded. */
function commitWithoutRoom(this: IDBTransaction): void {
  Object.defineProperty(this, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
  queueMicrotask(() => this.abort())
}

describe('a write whose commit begins at once', () => {
  test('is told to whoever watches, whatever they asked for and in another connection too', async () => {
    const account = newId()
    const device = openDevice(account)
    const first = entry()
    await write(device, first)
    closeDevice(account)
    const heard = {
      all: vi.fn(),
      byIndex: vi.fn(),
      one: vi.fn(),
      drafts: vi.fn(),
    }
    const watching = openDevice(account)
    const stops = [
      watchDevice(() => watching.outbox.toArray(), heard.all),
      watchDevice(() => watching.outbox.where({ state: 'waiting' }).count(), heard.byIndex),
      watchDevice(() => watching.drafts.get('with-it'), heard.one),
      watchDevice(() => watching.drafts.count(), heard.drafts),
    ]
    for (const each of Object.values(heard))
      await vi.waitFor(() => expect(each).toHaveBeenCalledOnce(), 30_000)
    const second = entry()
    await write(watching, second)
    await vi.waitFor(() => expect(heard.all.mock.lastCall?.[0]).toMatchObject([first, second]), 30_000)
    await vi.waitFor(() => expect(heard.byIndex).toHaveBeenLastCalledWith(2), 30_000)
    for (const each of [heard.one, heard.drafts])
      await vi.waitFor(() => expect(each).toHaveBeenCalledTimes(2), 30_000)
    for (const stop of stops) stop()
  })

  test('is all or nothing, and says what undid it', async () => {
    const device = openDevice(newId())
    const row = entry()
    await expect(write(device, row, row)).rejects.toMatchObject({ name: 'ConstraintError' })
    const unclonable = { ...entry(), args: { call: () => {} } }
    await expect(write(device, unclonable)).rejects.toMatchObject({ name: 'DataCloneError' })
    expect([await device.outbox.count(), await device.drafts.count()]).toEqual([0, 0])
  })

  test('a device that is full when it commits is told from any other error, and nothing is written', async () => {
    const device = openDevice(newId())
    await device.open()
    const { commit } = IDBTransaction.prototype
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(commitWithoutRoom)
    const saved = await guardSave(() => write(device, entry()))
    expect(saved).toEqual({ ok: false, notSaved: 'device-full' })
    expect([await device.outbox.count(), await device.drafts.count()]).toEqual([0, 0])
    expect(IDBTransaction.prototype.commit).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
    expect(IDBTransaction.prototype.commit).toBe(commit)
    await write(device, entry())
    expect(await device.outbox.count()).toBe(1)
  })

  test('opens a database that the browser has closed, and leaves closed what was closed for good', async () => {
    const account = newId()
    const device = openDevice(account)
    await device.open()
    device.backendDB().close()
    await write(device, entry())
    expect(await device.outbox.count()).toBe(1)
    closeDevice(account)
    await expect(write(device, entry())).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(await openDevice(account).outbox.count()).toBe(1)
  })
})
