import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { readQueue } from '../../media/upload-order.ts'
import { openDevice, type TakeRow } from '../device.ts'
import { newId } from '../new-id.ts'
import { isHeldBack, keepSendingChoice, mayFetchAhead, readSendingChoice } from './sending-choice.ts'

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
