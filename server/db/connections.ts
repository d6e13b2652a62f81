import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { certificatesIn } from '../certificates.ts'
import type { Env } from '../env.ts'
import { pause } from '../pause.ts'
import { untilReachable } from './reachable.ts'
import { openSql, type Sql, type SqlOptions } from './sql.ts'

/**
 * Two pools for one database: `sql` may go through a pooler, `direct` never does. Without a pooler they are the
 * same.
 */
export type Connections = { sql: Sql; direct: Sql }

type Urls = Pick<Env, 'databaseUrl' | 'databaseDirectUrl'> &
  Partial<Pick<Env, 'databaseCa' | 'databaseFiles'>>

/** The size of the pool for long-lived connections: LISTEN, jobs, locks of uploads, migrations. */
const DIRECT_MAX = 8
const POOL_MAX = 16
const VERSIONS = [17, 18]
const HEARD_WITHIN_MS = 5_000

/**
 * Opens the database at DATABASE_URL and checks that the server can rely on it. Throws a sentence that names the
 * variable and says what to do: no answer, an unsupported version, a standby, two different databases, missing
 * limits, a pooler where a direct connection is needed, or a certificate that does not match DATABASE_CA.
 */
export async function connect({
  databaseUrl,
  databaseDirectUrl,
  databaseCa,
  databaseFiles,
}: Urls & { databaseUrl: string }): Promise<Connections> {
  const tls = databaseCa ? { ca: await certificatesIn('DATABASE_CA', databaseCa) } : {}
  const sql = openSql({
    url: databaseUrl,
    max: POOL_MAX,
    isPooled: databaseDirectUrl !== null,
    ...tls,
    ...passwordIn(databaseFiles?.url),
  })
  await reach(sql, 'DATABASE_URL')
  const direct = databaseDirectUrl
    ? openSql({ url: databaseDirectUrl, max: DIRECT_MAX, ...tls, ...passwordIn(databaseFiles?.directUrl) })
    : sql
  if (databaseDirectUrl) await reach(direct, 'DATABASE_DIRECT_URL')
  await checkServer(direct)
  await checkLimits(sql)
  if (direct !== sql) await checkSame(sql, direct)
  await checkListening(direct, databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  return { sql, direct }
}

/**
 * Reads the password from the address in a file for each connection, because the operator may change the file
 * while the server runs.
 */
function passwordIn(file: string | null | undefined): Pick<SqlOptions, 'password'> {
  if (!file) return {}
  return {
    async password() {
      // A pattern rather than URL, because an address with several hosts is not a valid URL.
      const [, password = ''] = /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(await readFile(file, 'utf8')) ?? []
      return decodeURIComponent(password)
    },
  }
}

async function reach(sql: Sql, variable: string): Promise<void> {
  await untilReachable(sql).catch((error: Error) => {
    const isPooler = /unsupported startup parameter/.test(error.message)
    const way = isPooler
      ? ' It leads to a pooler: set DATABASE_DIRECT_URL to the database itself, and leave this one as it is.'
      : ''
    throw new Error(`The database at ${variable} cannot be used: ${error.message}.${way}`, { cause: error })
  })
}

async function checkServer(direct: Sql): Promise<void> {
  const [server] = await direct<{ version: number; text: string; isStandby: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as text,
      pg_is_in_recovery() as "isStandby"`
  if (!server || !VERSIONS.includes(server.version))
    throw new Error(`The database is Postgres ${server?.text}: Infield runs on ${VERSIONS.join(' and ')}.`)
  if (server.isStandby)
    throw new Error('The database is a standby, which takes no changes: set DATABASE_URL to the primary.')
}

/**
 * Checks that the role has limits, because a pooler does not pass on ours. Without them a forgotten transaction
 * would hold back every reader's feed.
 */
async function checkLimits(sql: Sql): Promise<void> {
  const [limits] = await sql<{ user: string; transaction: string; idle: string; lock: string }[]>`
    select current_user as user, current_setting('transaction_timeout') as transaction,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`
  if (!limits || ![limits.transaction, limits.idle, limits.lock].includes('0')) return
  const set = (name: string, value: string) => `alter role "${limits.user}" set ${name} = '${value}';`
  throw new Error(
    [
      'The role of DATABASE_URL has no limits, and a pooler passes none on. Set them once, then start again:',
      set('transaction_timeout', '30s'),
      set('idle_in_transaction_session_timeout', '15s'),
      set('lock_timeout', '10s'),
    ].join('\n'),
  )
}

async function checkSame(sql: Sql, direct: Sql): Promise<void> {
  const name = async (on: Sql) => {
    const [row] = await on<{ name: string }[]>`
      select system_identifier::text || '/' || current_database() as name from pg_control_system()`
    return row?.name
  }
  if ((await name(sql)) !== (await name(direct)))
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: set both to the same one.')
}

/**
 * Checks that a notification comes back. Through a transaction pooler none arrives, and no device would learn of
 * a change.
 */
async function checkListening(direct: Sql, variable: string): Promise<void> {
  const channel = `heard_${randomUUID().replaceAll('-', '')}`
  const heard = Promise.withResolvers<true>()
  const subscription = await direct.listen(channel, () => heard.resolve(true))
  await direct.notify(channel, '')
  const isHeard = await Promise.race([heard.promise, pause(HEARD_WITHIN_MS)])
  await subscription.unlisten()
  if (!isHeard)
    throw new Error(
      `What is said through ${variable} is not heard: it leads through a pooler. Set DATABASE_DIRECT_URL to the database itself.`,
    )
}
