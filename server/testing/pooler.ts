import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { plainEnv } from '../db/embedded-cluster.ts'
import { userForPostgres } from '../db/embedded-user.ts'
import { isAway } from '../db/reachable.ts'
import { openSql } from '../db/sql.ts'

const LIMITS = ['transaction_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']

export type Pooler = {
  /** Leads through a pool of transactions. */
  url: string
  /** Leads through a pool of sessions, which is as good as none. */
  lastingUrl: string
  stop(): Promise<void>
}

/**
 * A PgBouncer before one database of the embedded server whose socket lies in `host`. `isStrict`: as it comes, it refuses
 * limits that a client brings.
 */
export async function startPooler(
  program: string,
  { host, database, isStrict = false }: { host: string; database: string; isStrict?: boolean },
): Promise<Pooler> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-pooler-'))
  const port = await freePort()
  const config = path.join(dir, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    ...['transaction', 'session'].map(
      (mode) => `by_${mode} = host=${host} port=5432 dbname=${database} user=postgres pool_mode=${mode}`,
    ),
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 20',
    ...(isStrict ? [] : [`ignore_startup_parameters = ${LIMITS.join(', ')}`]),
    'max_client_conn = 200',
  ]
  await writeFile(config, lines.join('\n'), { mode: 0o644 })
  const { wrap, ids } = await userForPostgres(host)
  const [command = program, ...args] = [...wrap, program, '-q', config]
  const child = spawn(command, args, { stdio: 'ignore', env: plainEnv(), ...ids })
  const url = `postgres://postgres@127.0.0.1:${port}/by_transaction`
  await answers(url, child)
  return {
    url,
    lastingUrl: url.replace('by_transaction', 'by_session'),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const sql = openSql({ url, max: 1, isPooled: true })
  while (child.exitCode === null) {
    try {
      await sql`select 1`
      return await sql.end()
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }
  throw new Error(`PgBouncer ended with ${child.exitCode}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
