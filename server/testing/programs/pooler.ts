import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { plainEnv } from '../../db/embedded-cluster.ts'
import { userForPostgres } from '../../db/embedded-user.ts'
import { isAway } from '../../db/reachable.ts'
import { openSql } from '../../db/sql.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

const LIMITS = ['transaction_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']

export type Pooler = {
  /** Leads through a pool of transactions. */
  url: string
  /** Leads through a pool of sessions, which is as good as none. */
  lastingUrl: string
  /** Killed with all that leads through it, and started again at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Behind = { host: string; database: string; port?: number; isStrict?: boolean; detached?: boolean }

/**
 * A PgBouncer before one database of the embedded server whose socket lies in `host`, or which an address and a `port`
 * lead to. `isStrict`: as it comes, it refuses limits that a client brings. `detached`: Ctrl-C in the terminal is not for
 * it.
 */
export async function startPooler(
  program: string,
  { host, database, port: behind = 5432, isStrict = false, detached = false }: Behind,
): Promise<Pooler> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-pooler-'))
  const port = await freePort()
  const config = path.join(dir, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    ...['transaction', 'session'].map(
      (mode) => `by_${mode} = host=${host} port=${behind} dbname=${database} user=postgres pool_mode=${mode}`,
    ),
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 20',
    // the usual fifteen seconds are longer than a standby takes to take over
    'server_login_retry = 0.2',
    ...(isStrict ? [] : [`ignore_startup_parameters = ${LIMITS.join(', ')}`]),
    'max_client_conn = 200',
  ]
  await writeFile(config, lines.join('\n'), { mode: 0o644 })
  const { wrap, ids } = await userForPostgres(host)
  const [command = program, ...args] = [...wrap, program, '-q', config]
  const url = `postgres://postgres@127.0.0.1:${port}/by_transaction`
  const start = async () => {
    const started = startProgram(command, args, { env: plainEnv(), detached, ...ids })
    await answers(url, started)
    return started
  }
  let child = await start()
  return {
    url,
    lastingUrl: url.replace('by_transaction', 'by_session'),
    async restart() {
      await killed(child)
      child = await start()
    },
    async stop() {
      await killed(child)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
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
