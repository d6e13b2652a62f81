import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { advanceClock, setClock } from './clock.ts'
import { ownCluster } from './cluster.ts'
import { testDatabase, withAdmin } from './database.ts'

test('every test has a migrated database of its own, and leaves nothing', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  expect(await migrate(one.sql, new URL('../db/migrations/', import.meta.url))).toEqual([])
  expect(await one.sql`select count(*) as n from boss.job`).toMatchObject([{ n: 0 }])
  await one.sql`create table only_here (n int)`
  expect(await two.sql`select to_regclass('only_here') as found`).toMatchObject([{ found: null }])
  await Promise.all([one.drop(), two.drop()])
  const left = await withAdmin(
    one.url.host,
    (admin) => admin`select 1 from pg_database where datname in (${one.name}, ${two.name})`,
  )
  expect(left).toHaveLength(0)
})

test('the clock of a database moves forward for everything in it, and not back', async () => {
  const { sql, drop } = await testDatabase()
  const before = await advanceClock(sql, 0)
  const after = await advanceClock(sql, 72 * 3600_000)
  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(72 * 3600_000)
  const later = new Date(after.getTime() + 3600_000)
  await setClock(sql, later)
  const [now] = await sql<{ app: Date; jobs: Date }[]>`select app_now() as app, boss.job_now() as jobs`
  expect(now?.app.getTime()).toBeGreaterThanOrEqual(later.getTime())
  expect(now?.jobs).toEqual(now?.app)
  await expect(setClock(sql, before)).rejects.toThrow('only goes forward')
  await drop()
})

test('a second test run beside this one takes another server', async () => {
  const beside = await ownCluster()
  const mine = await testDatabase()
  expect(beside.owner).toBe(true)
  expect(beside.host).not.toBe(mine.url.host)
  await mine.drop()
  await beside.stop()
})
