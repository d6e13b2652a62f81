import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { readQueue } from '../upload/upload-order.ts'
import {
  isHeldBack,
  keepSendingChoice,
  mayFetchAhead,
  readSendingChoice,
  watchHeldBack,
} from './network-preference.ts'

afterEach(() => vi.unstubAllGlobals())
const on = (type?: string) => vi.stubGlobal('navigator', { connection: { type } })

test('answers wait for Wi-Fi where that was chosen; where it is not told from mobile data, until they may go', async () => {
  const device = openDevice(newId())
  const take = (purpose: TakeRow['purpose']) =>
    ({ id: newId(), purpose, questionId: 'q', state: 'queued' }) as TakeRow
  await device.takes.bulkAdd([take('answer'), take('question')])
  const waiting = async () => (await readQueue(device)).takes.map(({ purpose }) => purpose).sort()
  on('cellular')
  expect(await waiting()).toEqual(['answer', 'question'])
  await keepSendingChoice(device, { wifiOnly: true })
  expect(await waiting()).toEqual(['question'])
  on('wifi')
  expect(await waiting()).toEqual(['answer', 'question'])
  on(undefined)
  expect(await waiting()).toEqual(['question'])
})

test('what is under way is held back by the switch and by the network, as soon as either says so', async () => {
  const connection = Object.assign(new EventTarget(), { type: 'wifi' })
  vi.stubGlobal('navigator', { connection })
  const device = openDevice(newId())
  const onHeld = vi.fn()
  const watch = watchHeldBack(device, onHeld)
  await keepSendingChoice(device, { wifiOnly: true })
  await vi.waitFor(() => {
    connection.type = 'cellular'
    const isHeld = watch.isHeld()
    connection.type = 'wifi'
    expect(isHeld, 'before anybody says so').toBe(true)
  }, 30_000)
  expect(onHeld).not.toHaveBeenCalled()
  connection.type = 'cellular'
  connection.dispatchEvent(new Event('change'))
  expect(onHeld).toHaveBeenCalledOnce()
  watch.stop()
  const later = vi.fn()
  await keepSendingChoice(device, { wifiOnly: false })
  const other = watchHeldBack(device, later)
  await keepSendingChoice(device, { wifiOnly: true })
  await vi.waitFor(() => expect(later).toHaveBeenCalled(), 30_000)
  other.stop()
  // A choice made during the first read is read twice and reported twice.
  later.mockClear()
  connection.dispatchEvent(new Event('change'))
  expect([onHeld.mock.calls.length, later.mock.calls.length]).toEqual([1, 0])
})

test('nothing is fetched ahead for whoever saves data, here or in the browser', async () => {
  const device = openDevice(newId())
  await keepSendingChoice(device, { saveData: true })
  const choice = await readSendingChoice(device)
  expect(choice).toEqual({ wifiOnly: false, saveData: true })
  expect(mayFetchAhead(choice)).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect([mayFetchAhead({ ...choice, saveData: false }), isHeldBack(choice)]).toEqual([false, false])
})

test('videos come by themselves on Wi-Fi, or where it is not told from mobile data; never on what is known to be that', () => {
  const choice = { wifiOnly: false, saveData: false }
  const may = ['wifi', 'ethernet', undefined, 'cellular', 'bluetooth'].map((type) => {
    on(type)
    return mayFetchAhead(choice)
  })
  expect(may).toEqual([true, true, true, false, false])
})
