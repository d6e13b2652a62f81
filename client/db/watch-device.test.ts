import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { closeDevice, type Device, openDevice } from './device.ts'
import { watchDevice } from './watch-device.ts'

const FULL = 'QuotaExceededError'
const words = { key: 'words', value: 'kept' }

let device: Device
beforeEach(() => {
  device = openDevice(newId())
})
afterEach(() => closeDevice(device.account))

/** Makes the next opening of a database fail as it does on a full device. */
function failToOpenOnce(): void {
  const open = vi.spyOn(indexedDB, 'open')
  onTestFinished(() => open.mockRestore())
  open.mockImplementationOnce(() => {
    throw new DOMException('', FULL)
  })
}

test('BR-2 a database that did not open once opens at its next use', async () => {
  failToOpenOnce()
  const first = await device.settings.put(words).catch((error: unknown) => error)
  expect(first).toMatchObject({ name: 'DatabaseClosedError', inner: { name: FULL } })
  await expect.poll(() => device.settings.put(words).catch(() => null)).toBe(words.key)
  expect(await device.settings.get(words.key)).toEqual(words)
})

test('BR-2 whoever watches a database that did not open once is told what it holds', async () => {
  await device.settings.put(words)
  closeDevice(device.account)
  device = openDevice(device.account)
  failToOpenOnce()
  const told = vi.fn()
  onTestFinished(watchDevice(() => device.settings.get('words'), told))
  await expect.poll(() => told.mock.lastCall?.[0], { timeout: 30_000 }).toEqual(words)
  await device.settings.put({ ...words, value: 'changed' })
  await expect.poll(() => told.mock.lastCall?.[0].value, { timeout: 30_000 }).toBe('changed')
})

test('BR-2 a query that failed at first is run again', async () => {
  const query = vi.fn(() => device.settings.get('words'))
  query.mockRejectedValueOnce(new DOMException('', 'UnknownError'))
  const told = vi.fn()
  onTestFinished(watchDevice(query, told))
  await expect.poll(() => told.mock.calls, { timeout: 30_000 }).toEqual([[undefined]])
})
