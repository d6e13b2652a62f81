import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../../db/embedded.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import { readEnv } from '../../env.ts'
import { loadSecrets, type Secrets } from '../../secrets.ts'
import { type Child, startChild } from './child.ts'

const APP_SECRET = 'a secret of the benchmark that is long enough'

/** What the figures run on: the server in a process of its own, on a durable database. */
export type Ground = {
  /** The folder with the server's files. */
  dir: string
  /** A plain postgres.js pool on the same database. */
  sql: Sql
  server: Child
  /** A minimal server that does the same work without the product. */
  bare: Child
  secrets: Secrets
  /** The whole server, pages included, on the same database, for browsers. The first call starts it. */
  site(): Promise<Child>
  close(): Promise<void>
}

/** Opens a durable database (fsync on), the server with a test's widened limits, and the bare server beside it. */
export async function openGround(): Promise<Ground> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-bench-'))
  const postgres = await startPostgres(path.join(dir, 'postgres'))
  const admin = openSql({ host: postgres.host, database: 'postgres', max: 1 })
  await admin`create database bench`
  await admin.end()
  const variables = {
    NODE_ENV: 'test',
    PASSWORD_HASHER: 'strong',
    RENDITIONS: 'on',
    APP_SECRET,
    DEMO: 'off',
    PORT: '0',
    DATA_DIR: dir,
    DATABASE_URL: 'postgres:///bench',
    PGHOST: postgres.host,
    PGUSER: 'postgres',
  }
  const server = await startChild({
    script: path.join(import.meta.dirname, 'server-worker.ts'),
    env: variables,
  })
  const bare = await startChild({
    script: path.join(import.meta.dirname, '../floors/bare-worker.ts'),
    args: [dir],
    env: variables,
  })
  const read = readEnv(variables)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const sql = openSql({ host: postgres.host, database: 'bench', max: 4 })
  let site: Promise<Child> | undefined
  return {
    dir,
    sql,
    server,
    bare,
    secrets: await loadSecrets(read.env),
    site() {
      site ??= startChild({ script: 'server/main.ts', env: variables })
      return site
    },
    async close() {
      await server.stop()
      await (await site)?.stop()
      await bare.stop()
      await sql.end({ timeout: 1 })
      await postgres.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
