import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../app/open-context.ts'
import { type TestDatabase, testDatabase, withAdmin } from '../testing/database.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openSql } from './sql.ts'

const BASE = '0115-base.sql'

/** The hash of what `describeSchema` returned for a database made by the files that the base replaces. */
const MADE_BY_THE_FORMER_FILES = 'de2d3462ea40042b9ce7b8adbe972028893e2c9e4ea6ebb8df236ef384dd6f32'

let database: TestDatabase
let folder: string
/** The base, and the files that a test adds after it. */
let dir: URL
let former: { name: string; hash: string }[]

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-base-'))
  dir = pathToFileURL(`${folder}/`)
  await copyFile(new URL(BASE, MIGRATIONS), path.join(folder, BASE))
  const [base] = await readMigrations(dir)
  former = [...(base?.replaces ?? [])].map(([name, hash]) => ({ name, hash }))
})

afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

beforeEach(() => standsAt(former))

/** Records these files as applied, as release 0.1 did. */
async function standsAt(files: typeof former) {
  await database.sql`delete from migration`
  if (files.length > 0) await database.sql`insert into migration ${database.sql(files)}`
}

const names = async () => {
  const rows = await database.sql<{ name: string }[]>`select name from migration order by name collate "C"`
  return rows.map(({ name }) => name)
}

test('the base makes of an empty database what the former files made', async () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(database.url.host, (admin) => admin.unsafe(`create database ${name}`))
  const sql = openSql({ ...database.url, database: name, max: 1 })
  try {
    expect(await migrate(sql, dir)).toEqual([BASE])
    const described = createHash('sha256').update(await describeSchema(sql))
    expect(described.digest('hex')).toBe(MADE_BY_THE_FORMER_FILES)
  } finally {
    await sql.end()
    await withAdmin(database.url.host, (admin) => admin.unsafe(`drop database ${name} with (force)`))
  }
})

test('a database that release 0.1 brought up to date goes on untouched, and takes what comes later', async () => {
  const { sql } = database
  await sql`insert into guest (id) values (gen_random_uuid())`
  const rows = () => sql`select xmin::text, * from guest`
  const before = [await describeSchema(sql), await rows()]
  expect(former).toHaveLength(70)
  expect(await migrate(sql, dir)).toEqual([])
  expect([await describeSchema(sql), await rows()]).toEqual(before)
  expect(await names()).toEqual([...former.map(({ name }) => name).slice(0, -1), BASE, '0115-live-ways.sql'])

  await writeFile(path.join(folder, '9001-later.sql'), 'create table trial_later (n int);')
  expect(await migrate(sql, dir)).toEqual(['9001-later.sql'])
  expect(await migrate(sql, dir)).toEqual([])
  await rm(path.join(folder, '9001-later.sql'))
})

test('one that is older, or that other files made, is refused with the way to go, and left as it is', async () => {
  const older = former.slice(0, -2)
  await standsAt(older)
  await expect(migrate(database.sql, dir)).rejects.toThrow(
    'The database is older than 0115-base.sql: it lacks 0114-weekly-digest.sql, 0115-live-ways.sql. ' +
      'Run the last build of Infield 0.1 on it with --migrate-only, then this one again. Nothing was changed.',
  )
  expect(await names()).toEqual(older.map(({ name }) => name))

  await standsAt(former.map((file, nth) => (nth === 3 ? { ...file, hash: 'another' } : file)))
  await expect(migrate(database.sql, dir)).rejects.toThrow('it lacks 0004-partner-changes.sql.')
})

test('one that is not empty and does not say what made it is refused in a sentence', async () => {
  await standsAt([])
  await expect(migrate(database.sql, dir)).rejects.toThrow(
    /^Migration 0115-base\.sql failed: .* already exists\. The database is not empty, and nothing in its table "migration" says which build made it: restore that table, or name an empty database\. Nothing was changed\.$/,
  )
  expect(await names()).toEqual([])
})
