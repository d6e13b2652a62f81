import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Device, openDevice } from '../db/device.ts'
import { readAhead, useStored } from './use-device.ts'

const GUEST = 'guest'
// A key of this test alone: other test files write to the same device, which must not start a second read.
const KEY = 'read-ahead.test'
let reads = 0

async function readKept(device: Device): Promise<unknown> {
  reads += 1
  return (await device.settings.get(KEY))?.value
}

function Shown() {
  return <p>{JSON.stringify(useStored(readKept))}</p>
}

test('what is read ahead is there when a screen is rendered the first time, and is not read for it again', async () => {
  await openDevice(GUEST).settings.put({ key: KEY, value: 'kept' })
  expect(renderToString(<Shown />)).toBe('<p>null</p>')
  await readAhead(GUEST, readKept)
  expect(renderToString(<Shown />)).toBe('<p>&quot;kept&quot;</p>')
  expect(reads).toBe(1)
})
