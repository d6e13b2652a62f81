import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openSql, type Sql } from '../db/sql.ts'
import { installJobs } from '../jobs/boss.ts'

const migrations = new URL('../db/migrations/', import.meta.url)

/** The files that decide, besides the migrations, what a fresh database looks like. */
const sources = ['../jobs/boss.ts', '../jobs/boss-rows.ts', '../../node_modules/pg-boss/package.json']

/**
 * Returns the name of a migrated database to clone from, with the jobs' schema on the test clock. Builds one if no
 * template fits the current migrations.
 */
export async function templateFor(admin: Sql, host: string): Promise<string> {
  const name = `template_${await fingerprint()}`
  if (await exists(admin, name)) return name
  const lock = await admin.reserve()
  try {
    await lock`select pg_advisory_lock(hashtext('template'))`
    if (!(await exists(lock, name))) await build(lock, { host, name })
  } finally {
    await lock`select pg_advisory_unlock(hashtext('template'))`
    lock.release()
  }
  return name
}

async function build(admin: Sql, { host, name }: { host: string; name: string }) {
  const draft = `draft_${randomBytes(8).toString('hex')}`
  await admin.unsafe(`create database ${draft}`)
  const sql = openSql({ host, database: draft, max: 2 })
  try {
    await migrate(sql, migrations)
    await installJobs(sql, true)
  } finally {
    await sql.end()
  }
  // Nothing may connect to a template, not even autovacuum, because one in use cannot be cloned.
  await admin.unsafe(`alter database ${draft} allow_connections false`)
  await admin.unsafe(`alter database ${draft} rename to ${name}`)
}

/** Drops the databases that earlier runs left, except `keep`, in a cluster that nobody else uses now. */
export async function dropLeftovers(admin: Sql, keep: string): Promise<void> {
  const left = await admin<{ name: string }[]>`select datname as name from pg_database
    where datname ~ '^(test|draft|template)_' and datname <> ${keep}`
  for (const { name } of left) await admin.unsafe(`drop database ${name} with (force)`)
}

async function exists(admin: Sql, name: string) {
  const [row] = await admin`select 1 from pg_database where datname = ${name}`
  return row !== undefined
}

async function fingerprint() {
  const hash = createHash('sha256')
  for (const migration of await readMigrations(migrations))
    hash.update(`${migration.name} ${migration.hash}\n`)
  for (const source of sources) hash.update(await readFile(new URL(source, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}
