import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../sync/limits.ts'
import { createLog } from '../log.ts'
import { openWorld, type World } from '../testing/world.ts'
import { roomOf, watchRoom } from './room.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await openWorld({ log: createLog('info', { to: { write: (line) => void lines.push(line) } }) })
})
afterAll(() => world.end())

const mails = async () => {
  await world.quiesce()
  return (await world.mails()).filter(({ subject }) => subject.includes('storage')).length
}

test('the team and the log are told of a disk that is nearly full, once a day', async () => {
  const admins = [await world.makePerson({ role: 'admin' }), await world.makePerson({ role: 'admin' })]
  const { context } = world
  await watchRoom(context)
  expect(await mails()).toBe(0)
  context.blobs.room = async () => ({ freeBytes: 9, totalBytes: 100 })
  await watchRoom(context)
  await watchRoom(context)
  expect(await mails()).toBe(admins.length)
  expect(lines.filter((line) => line.includes('free space runs out'))).toHaveLength(1)
  await world.advance(DAY_MS + 1)
  await watchRoom(context)
  expect(await mails()).toBe(2 * admins.length)
})

test('the room of a folder is that of its disk', async () => {
  const { freeBytes, totalBytes } = await roomOf(world.dir)
  expect(totalBytes).toBeGreaterThan(0)
  expect(freeBytes).toBeLessThanOrEqual(totalBytes)
})
