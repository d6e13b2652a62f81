import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSql, type Sql } from '../db/sql.ts'
import { ownCluster } from './cluster.ts'
import { templateFor } from './template.ts'

/** The environment variable in which the global setup names the database server of this test run. */
export const hostVariable = 'INFIELD_TEST_POSTGRES'

const LOOK_AGAIN_MS = 10
const PATIENCE_MS = 25_000

export type TestDatabase = {
  sql: Sql
  name: string
  /** The address for a second process or pool: `openSql(url)`. */
  url: { host: string; database: string }
  drop(): Promise<void>
}

/**
 * Creates a database for one test: a clone of the migrated template, otherwise empty. Without the global setup (in a
 * script or the fault runner) the server belongs to this process and ends with it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const host = await testHost()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(host, async (admin) => {
    const template = await templateFor(admin, host)
    // This does half the work of the default strategy, which also writes every page of the clone to the WAL.
    await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = { host, database: name }
  const sql = openSql({ ...url, max: 8 })
  const drop = async () => {
    await sql.end({ timeout: 1 })
    await withAdmin(host, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`))
  }
  return { sql, name, url, drop }
}

/**
 * Waits until a pull finds everything committed so far. A pull ends below the oldest open writer of the whole
 * cluster, where the other test files write too. So this waits for the transactions that are open now, and for no
 * younger ones.
 */
export async function settled(sql: Sql): Promise<void> {
  const [now] = await sql<{ next: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const [look] = await sql<{ done: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next ?? '0'}::text::xid8 as done`
    if (look?.done) return
    if (performance.now() > end) throw new Error('a transaction of this cluster has been open for too long')
  }
}

/** Runs a function with a connection to the server's own database, `postgres`, rather than to a test's database. */
export async function withAdmin<T>(host: string, run: (admin: Sql) => Promise<T>): Promise<T> {
  const admin = openSql({ host, database: 'postgres', max: 2 })
  try {
    return await run(admin)
  } finally {
    await admin.end()
  }
}

let started: Promise<string> | undefined

function testHost(): Promise<string> {
  const known = process.env[hostVariable]
  if (known) return Promise.resolve(known)
  started ??= ownCluster().then(({ host }) => host)
  return started
}
