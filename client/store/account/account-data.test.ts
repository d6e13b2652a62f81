import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { closeDevice, deviceExists, deviceName, openDevice } from '../../db/device.ts'
import { owedDeletions } from '../../db/storage/owed-deletions.ts'
import { forgetShared, keepSharedVideos } from '../../pwa/shared-videos.ts'
import { pulledKey } from '../pulled.ts'
import { keepTake } from '../takes.ts'
import { deleteAccount, finishDeleting, leaveAccount, noteLeaving, unsentWorkOf } from './account-data.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the account's database as a frozen tab does, which does not hear that it is to close. */
async function openFrozen(account: string): Promise<{ close(): void }> {
  await openDevice(account).open()
  closeDevice(account)
  const request = indexedDB.open(deviceName(account))
  await new Promise((resolve) => {
    request.onsuccess = resolve
  })
  return request.result
}

/** Signs an account out while a frozen tab holds its database, so that the deletion stays owed. */
async function leaveHeld(account: string): Promise<{ close(): void }> {
  const frozen = await openFrozen(account)
  const left = deleteAccount(account)
  await vi.waitFor(() => expect(owedDeletions()).toContain(deviceName(account)))
  await vi.advanceTimersByTimeAsync(5_000)
  await left
  return frozen
}

const write = (account: string) => openDevice(account).settings.put({ key: 'written', value: true })
const isWritten = async (account: string) => (await openDevice(account).settings.get('written')) !== undefined

test('a deletion that another tab held up is owed no more once it has ended, however late', async () => {
  const account = newId()
  const frozen = await leaveHeld(account)
  expect(owedDeletions()).toEqual([deviceName(account)])
  frozen.close()
  await vi.waitFor(() => expect(owedDeletions()).toEqual([]))
  expect(await deviceExists(account)).toBe(false)
})

test('BR-2 what is written after signing in again stays, also when nobody heard that the deletion ended', async () => {
  const account = newId()
  const frozen = await leaveHeld(account)
  frozen.close()
  await vi.waitFor(async () => expect(await deviceExists(account)).toBe(false))
  // The tab that asked for the deletion was closed before it ended.
  stored.set('infield.deleting', JSON.stringify([deviceName(account)]))
  await write(account)
  await finishDeleting()
  expect(await isWritten(account)).toBe(true)
})

test('of an account whose page ended while it was signing out the next start deletes everything', async () => {
  const account = newId()
  await write(account)
  closeDevice(account)
  noteLeaving(account)
  await finishDeleting()
  expect(await deviceExists(account)).toBe(false)
  expect(owedDeletions()).toEqual([])
})

test('an account that signs in again before its former data is gone begins without that data', async () => {
  const account = newId()
  await write(account)
  closeDevice(account)
  stored.set('infield.deleting', JSON.stringify([deviceName(account)]))
  expect(await isWritten(account)).toBe(false)
  expect(owedDeletions()).toEqual([])
})

test('several accounts are owed their deletion, each until its own has ended', async () => {
  const [first, second] = [newId(), newId()]
  const frozen = [await leaveHeld(first), await leaveHeld(second)]
  await deleteAccount(newId())
  expect(owedDeletions()).toEqual([deviceName(first), deviceName(second)])
  frozen[1]?.close()
  await vi.waitFor(() => expect(owedDeletions()).toEqual([deviceName(first)]))
  frozen[0]?.close()
  await vi.waitFor(() => expect(owedDeletions()).toEqual([]))
})

test('videos that other apps shared count as unsent at a sign-out, which deletes them', async () => {
  await keepSharedVideos([new File(['film'], 'catch.mp4', { type: 'video/mp4' })])
  expect(await unsentWorkOf(newId())).toEqual({ intents: 0, videos: 1, edits: 0 })
  expect(await unsentWorkOf('guest')).toEqual({ intents: 0, videos: 0, edits: 0 })
  await forgetShared()
})

test('documents that go while a take is unsent are no longer called pulled, and their lists are forgotten', async () => {
  const account = newId()
  const device = openDevice(account)
  const take = await keepTake(device, {
    ...{ id: newId(), purpose: 'answer', questionId: newId(), type: 'video/webm', durationMs: 9 },
    ...{ source: 'recorded', recordedAt: 1, dueAt: null, blob: new Blob(['film']) },
  })
  expect(take.ok).toBe(true)
  await device.settings.put({ key: pulledKey('questions'), value: true })
  await device.heads.put({ key: 'list', rows: [1], savedAt: 1 })
  await leaveAccount(account)
  expect(await device.takes.count()).toBe(1)
  expect(await device.settings.get(pulledKey('questions'))).toBeUndefined()
  expect(await device.heads.count()).toBe(0)
})

test('an account is deleted also where an older browser has no list of databases', async () => {
  const account = newId()
  await openDevice(account).settings.put({ key: 'words', value: 'kept' })
  const relist = () => Reflect.deleteProperty(indexedDB, 'databases')
  Object.assign(indexedDB, { databases: undefined })
  onTestFinished(() => void relist())
  expect(await unsentWorkOf(account)).toEqual({ intents: 0, videos: 0, edits: 0 })
  await deleteAccount(account)
  relist()
  expect(await deviceExists(account)).toBe(false)
})
