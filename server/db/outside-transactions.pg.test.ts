import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { isInTransaction } from './transaction.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const SLOW: [string, (context: World['context']) => unknown][] = [
  ['passwords.hash', ({ passwords }) => passwords.hash('a password')],
  ['passwords.verify', ({ passwords }) => passwords.verify('a password', null)],
  ['blobs.stat', ({ blobs }) => blobs.stat('served', 'a.webm')],
  ['payments.retrievePaymentIntent', ({ payments }) => payments.retrievePaymentIntent('pi_1')],
  ['mail.send', ({ mail }) => mail.send({} as never)],
  ['push.send', ({ push }) => push.send({} as never, {} as never, {} as never)],
]

test.each(SLOW)('%s inside a transaction is a mistake, and nothing is committed', async (name, call) => {
  const { context, database } = world
  await database.sql`create table if not exists kept (id int)`
  const failing = transact(context, async ({ tx }) => {
    await tx`insert into kept values (1)`
    await call(context)
  })
  await expect(failing).rejects.toThrow(`${name} was called inside a transaction`)
  expect(await database.sql`select from kept`).toHaveLength(0)
})

test('outside of one it works, and so does what a transaction began and did not wait for', async () => {
  const { context } = world
  let go = () => {}
  const over = new Promise<void>((resolve) => {
    go = resolve
  })
  const hashed = await transact(context, async () => {
    expect(isInTransaction()).toBe(true)
    return { later: over.then(() => context.passwords.hash('a password')) }
  })
  go()
  expect(await hashed.later).toMatch(/^[0-9a-f]+:[0-9a-f]+$/)
  expect(isInTransaction()).toBe(false)
})
