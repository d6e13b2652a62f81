import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { letLast } from './lasting.ts'
import type { Tx } from './sql.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a transaction that may last ends within a minute of its machine, and asks for nothing once it is over', async () => {
  const { sql } = database
  // over a Unix socket these settings show 0 whatever they are set to, and only who set them
  const setBy = (on: Tx | typeof sql) => on<{ source: string }[]>`
    select source from pg_settings where name like 'tcp%' or name = 'transaction_timeout'`
  const sources = async (on: Tx | typeof sql) => new Set((await setBy(on)).map(({ source }) => source))
  await inTransaction(sql, async (tx) => {
    await letLast(tx)
    expect(await sources(tx)).toEqual(new Set(['session']))
  })
  expect(await sources(sql)).not.toContain('session')
})

test('what it asks for comes to less than a minute', async () => {
  const asked: string[] = []
  await letLast((async (strings: string[]) => void asked.push(...strings)) as never)
  const of = (name: string) => Number(new RegExp(`'tcp_${name}', '(\\d+)'`).exec(asked.join(''))?.[1])
  expect(of('keepalives_idle') + of('keepalives_interval') * of('keepalives_count')).toBeLessThan(60)
  expect(of('user_timeout')).toBeLessThan(60_000)
})
