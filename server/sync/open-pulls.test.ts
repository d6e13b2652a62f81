import { expect, test } from 'vitest'
import { createOpenPulls } from './open-pulls.ts'

/** Makes a page whose next piece never comes. */
const endless = (onRead = () => {}) =>
  new ReadableStream<string>(
    {
      pull() {
        onRead()
        return new Promise(() => {})
      },
    },
    { highWaterMark: 0 },
  )

test('a page that is given up while its next piece is awaited makes room for one other page', async () => {
  const openPull = createOpenPulls(3)
  const reading = Promise.withResolvers<void>()
  const reader = openPull('questions of a fan', () => endless(reading.resolve))?.getReader()
  for (let n = 2; n <= 3; n += 1) openPull('questions of a fan', () => endless())
  const piece = reader?.read()
  await reading.promise
  await reader?.cancel()
  expect(await piece).toEqual({ done: true, value: undefined })
  const next = Array.from({ length: 3 }, () => openPull('questions of a fan', () => endless()))
  expect(next.map((page) => page !== null)).toEqual([true, false, false])
})
