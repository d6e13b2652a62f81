import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pause } from '../pause.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import { openSql } from './sql.ts'

let database: TestDatabase
let folder: string
let dir: URL

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-migrate-'))
  dir = pathToFileURL(`${folder}/`)
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)

async function tables() {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class where relname like 'trial_%' order by 1`
  return rows.map(({ name }) => name)
}

test('files are applied once, in the order of their names', async () => {
  await write('9002-second.sql', 'insert into trial_one values (2); create table trial_two (n int);')
  await write('9001-first.sql', 'create table trial_one (n int);')
  await write('notes.txt', 'not sql')
  expect(await migrate(database.sql, dir)).toEqual(['9001-first.sql', '9002-second.sql'])
  expect(await migrate(database.sql, dir)).toEqual([])
  await write('9003-third.sql', 'create table trial_three (n int);')
  expect(await migrate(database.sql, dir)).toEqual(['9003-third.sql'])
  expect(await tables()).toEqual(['trial_one', 'trial_three', 'trial_two'])
})

test('of five servers starting at once one applies, the others wait for it', async () => {
  await write('9001-slow.sql', 'select pg_sleep(0.3); create table trial_one (n int);')
  const pools = Array.from({ length: 5 }, () => openSql(database.url))
  const applied = await Promise.all(
    pools.map(async (sql) => {
      const names = await migrate(sql, dir)
      await sql`select n from trial_one`
      return names
    }),
  )
  expect(applied.flat()).toEqual(['9001-slow.sql'])
  await Promise.all(pools.map((sql) => sql.end()))
})

test('an applied file that was edited is refused in a sentence, and nothing after it is applied', async () => {
  await write('9001-first.sql', 'create table trial_one (n int);')
  await migrate(database.sql, dir)
  await write('9001-first.sql', 'create table trial_one (n bigint);')
  await write('9002-second.sql', 'create table trial_two (n int);')
  await expect(migrate(database.sql, dir)).rejects.toThrow(
    'Migration 9001-first.sql was edited after it was applied: undo the edit and add a new file instead. If only your own demo data has it, stop the server, run "npm run reset" and start again.',
  )
  expect(await tables()).toEqual(['trial_one'])
})

test('a failing file leaves nothing, of the files before it either', async () => {
  await write('9001-first.sql', 'create table trial_one (n int);')
  await write('9002-broken.sql', 'create table trial_two (n int); select nothing_like_this();')
  await expect(migrate(database.sql, dir)).rejects.toThrow(
    /^Migration 9002-broken\.sql failed: .*nothing_like_this/,
  )
  expect(await tables()).toEqual([])
  await write('9002-broken.sql', 'create table trial_two (n int);')
  expect(await migrate(database.sql, dir)).toEqual(['9001-first.sql', '9002-broken.sql'])
})

test('a server at work that is in the way of a file, as the file is in its, holds nothing up: the file runs again', async () => {
  await database.sql.unsafe('create table trial_one (n int); create table trial_two (n int)')
  await write('9001-wide.sql', 'alter table trial_one add m int; alter table trial_two add m int;')
  const waits = (name: string) => database.sql`
    select from pg_locks where relation = ${name}::regclass and not granted`
  // In a deadlock, the transaction whose timeout ends first is undone. Here this is the migration, also on a slow
  // machine.
  const starting = openSql({ ...database.url, max: 1 })
  await starting`set deadlock_timeout = '2s'`
  let migrating: Promise<string[]> | null = null
  await database.sql.begin(async (tx) => {
    await tx`set local deadlock_timeout = '1min'`
    await tx`insert into trial_two values (1)`
    migrating = migrate(starting, dir)
    while ((await waits('trial_two')).length === 0) await pause(5)
    await tx`insert into trial_one values (1)`
  })
  expect(await migrating).toEqual(['9001-wide.sql'])
  await starting.end({ timeout: 1 })
})

test('a file applied by a newer build is left alone by this one', async () => {
  await write('9001-first.sql', 'create table trial_one (n int);')
  await write('9002-newer.sql', 'create table trial_two (n int);')
  await migrate(database.sql, dir)
  await rm(path.join(folder, '9002-newer.sql'))
  expect(await migrate(database.sql, dir)).toEqual([])
})

test('the limits of a session do not stop a long migration, and hold again afterwards', async () => {
  const sql = openSql({ ...database.url, max: 1 })
  await sql`set transaction_timeout = 200`
  await write('9001-slow.sql', 'select pg_sleep(0.5); create table trial_one (n int);')
  expect(await migrate(sql, dir)).toEqual(['9001-slow.sql'])
  await expect(sql`select pg_sleep(0.5)`).rejects.toThrow(/transaction timeout/)
  await sql.end({ timeout: 1 })
})
