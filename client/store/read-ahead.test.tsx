import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Device, openDevice } from '../db/device.ts'
import { readAhead, useStored } from './use-device.ts'

const GUEST = 'guest'
let reads = 0

async function readAll(device: Device): Promise<unknown[]> {
  reads += 1
  return (await device.settings.toArray()).map(({ value }) => value)
}

function Shown() {
  return <p>{JSON.stringify(useStored(readAll))}</p>
}

test('what is read ahead is there when a screen is rendered the first time, and is not read for it again', async () => {
  await openDevice(GUEST).settings.put({ key: 'one', value: 'kept' })
  expect(renderToString(<Shown />)).toBe('<p>null</p>')
  await readAhead(GUEST, readAll)
  expect(renderToString(<Shown />)).toBe('<p>[&quot;kept&quot;]</p>')
  expect(reads).toBe(1)
})
