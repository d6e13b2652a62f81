import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { work } from '../work.ts'
import { asked, atStripe, held, openBench, quiesce } from './bench.ts'
import { captureHold } from './capture.ts'
import { releaseHold } from './release.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

test.each(['capture', 'release'] as const)(
  'C7 a key that stands for another call at the provider is replaced by a new one: %s',
  async (kind) => {
    const bench = await openBench(db.sql)
    const hold = await held(bench)
    await asked(bench, hold)
    await work(bench.context, (inside) =>
      kind === 'capture' ? captureHold(inside, hold.holdId) : releaseHold(inside, hold.holdId, 'rejected'),
    )
    await db.sql`
      insert into stand_in.idempotency (key, path, request_hash, status, body, at)
      values (${`${hold.holdId}:${kind}:1`}, '/v1/elsewhere', '', 200, '{}', app_now())`
    await quiesce(bench)
    const { intents, captures } = await atStripe(bench, hold)
    expect({ intents, captures }).toEqual(
      kind === 'capture' ? { intents: ['succeeded'], captures: 1 } : { intents: ['canceled'], captures: 0 },
    )
    const tried = await db.sql`
      select attempt, state from money_operation where subject_id = ${hold.holdId} and kind = ${kind} order by attempt`
    expect([...tried]).toEqual([
      { attempt: 1, state: 'failed' },
      { attempt: 2, state: 'done' },
    ])
  },
)
