import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPooler } from '../../.ci/engines.ts'
import { createApp } from '../app/app.ts'
import { openContext } from '../app/open-context.ts'
import { startJobs } from '../app/start-jobs.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { startHub } from '../sync/hub.ts'
import { openBrowser } from '../testing/browser.ts'
import { settled, type TestDatabase, testDatabase } from '../testing/database.ts'
import { openLine } from '../testing/grounds/line.ts'
import { type Pooler, startPooler } from '../testing/programs/pooler.ts'
import { makePerson } from '../testing/world.ts'
import { connect } from './connections.ts'
import { isAway } from './reachable.ts'
import { openSql } from './sql.ts'

const program = findPooler()

describe.runIf(program !== undefined)('a pooler before the database', () => {
  let database: TestDatabase
  let other: TestDatabase
  let pooler: Pooler
  let strict: Pooler
  let elsewhere: Pooler

  const open = async (databaseUrl: string, databaseDirectUrl: string | null) => {
    const { sql, direct } = await connect({ databaseUrl, databaseDirectUrl })
    await Promise.all([sql.end(), direct.end()])
  }
  const limits = ['transaction_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']
  const setLimits = async (value: string) => {
    for (const name of limits)
      await database.sql.unsafe(`alter role postgres in database ${database.name} set ${name} = '${value}'`)
  }

  beforeAll(async () => {
    database = await testDatabase()
    other = await testDatabase()
    const start = (more: { database?: string; isStrict?: boolean }) =>
      startPooler(program ?? '', { ...database.url, ...more })
    pooler = await start({})
    strict = await start({ isStrict: true })
    elsewhere = await start({ database: other.name })
  }, 60_000)

  afterAll(async () => {
    for (const each of [pooler, strict, elsewhere]) await each.stop()
    await database.drop()
    await other.drop()
  })

  test('one that refuses limits is named, with the variable that is wanted', async () => {
    await expect(open(strict.url, null)).rejects.toThrow(/DATABASE_URL .* set DATABASE_DIRECT_URL/s)
  })

  test('a role without limits is refused with the statements that set them', async () => {
    await expect(open(pooler.url, pooler.lastingUrl)).rejects.toThrow(
      `alter role "postgres" set transaction_timeout = '30s';`,
    )
  })

  test('a way on which nothing is heard is refused', async () => {
    await setLimits('20s')
    const fresh = await startPooler(program ?? '', database.url)
    await expect(open(fresh.url, fresh.url)).rejects.toThrow('is not heard')
    await expect(open(fresh.url, null)).rejects.toThrow('is not heard')
    await fresh.stop()
  }, 60_000)

  test('what the database answers is said with the name of the variable', async () => {
    const nothing = pooler.url.replace('by_transaction', 'nothing')
    await expect(open(nothing, null)).rejects.toThrow(/^The database at DATABASE_URL cannot be used: /)
    await expect(open(pooler.url, nothing)).rejects.toThrow(/^The database at DATABASE_DIRECT_URL cannot/)
  })

  test('two databases are refused', async () => {
    const fresh = await startPooler(program ?? '', database.url)
    await expect(open(fresh.url, elsewhere.lastingUrl)).rejects.toThrow('lead to two databases')
    await fresh.stop()
  }, 60_000)

  test('a database that goes away behind a pooler is away', async () => {
    const line = await openLine(path.join(database.url.host, '.s.PGSQL.5432'))
    const fresh = await startPooler(program ?? '', {
      host: '127.0.0.1',
      port: line.port,
      database: database.name,
    })
    const sql = openSql({ url: fresh.url, max: 1, isPooled: true })
    const lost = sql`select pg_sleep(60)`.catch((error: unknown) => error)
    const isAsleep = async () =>
      (
        await database.sql`select from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active'
        and pid <> pg_backend_pid()`
      ).length > 0
    await expect.poll(isAsleep).toBe(true)
    line.leadTo(null)
    line.cut()
    expect(await lost).toSatisfy(isAway)
    await sql.end()
    await fresh.stop()
    line.close()
  }, 60_000)

  test('with the direct way beside it a whole server works: calls, jobs, and changes that are told at once', async () => {
    const fresh = await startPooler(program ?? '', database.url)
    const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-pooled-'))
    const read = readEnv({
      NODE_ENV: 'test',
      DATA_DIR: dir,
      APP_SECRET: 'a secret for tests that is long enough',
      DATABASE_URL: fresh.url,
      DATABASE_DIRECT_URL: fresh.lastingUrl,
    })
    if (!read.ok) throw new Error(read.mistakes.join('\n'))
    const { context, close } = await openContext({
      env: read.env,
      background: false,
      log: createLog('silent'),
    })
    await startJobs(context)
    const hub = await startHub(context)
    const app = createApp(context, { hub, site: null })
    const browser = openBrowser(
      (url, init) => app.request(url, init),
      () => settled(database.sql),
    )
    const person = await makePerson(context, { role: 'basic' })
    await browser.signIn(person)
    const heard: string[] = []
    const remove = hub.add({
      reader: person.id,
      sessionId: 'one',
      desk: false,
      send: ({ event }) => heard.push(event) > 0,
      close: () => {},
    })
    for (let turn = 0; turn < 30; turn += 1) {
      const draft = {
        draftId: crypto.randomUUID(),
        athleteId: person.id,
        base: 0,
        savedAt: 5,
        body: `${turn}`,
      }
      expect(await browser.push('draft.save', draft)).toMatchObject({ state: 'settled' })
    }
    await expect.poll(() => heard.includes('changed'), { timeout: 20_000 }).toBe(true)
    expect(await context.jobs.runDue()).toBeGreaterThanOrEqual(0)
    remove()
    await hub.stop()
    await close()
    await fresh.stop()
    await rm(dir, { recursive: true, force: true })
  }, 120_000)
})
