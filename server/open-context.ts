import { mkdir } from 'node:fs/promises'
import { createPasswordHasher } from './account/password-hasher.ts'
import { databaseClock } from './clock.ts'
import type { Context } from './context.ts'
import { startPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { outsideTransactions } from './db/outside-transactions.ts'
import { untilReachable } from './db/reachable.ts'
import { openSql, type Sql } from './db/sql.ts'
import { readableOutput } from './dev/log-lines.ts'
import type { Env } from './env.ts'
import { noFaults } from './fault.ts'
import { createJobs } from './jobs/boss.ts'
import { createLog, type Log } from './log.ts'
import { findConverter } from './media/rendition/converter.ts'
import { roomOf } from './media/room.ts'
import { createDiskStore } from './media/storage-disk.ts'
import { mailboxTransport, smtpTransport } from './notify/mail-transport.ts'
import { webPushSender } from './notify/push-sender.ts'
import { loadVapid } from './notify/vapid.ts'
import { createStandIn, standInHttpClient } from './payment/stand-in/stand-in.ts'
import { ensureSchema } from './payment/stand-in/store.ts'
import { createPayments, type Payments } from './payment/stripe.ts'
import { receiveWebhook } from './payment/webhook.ts'
import { systemRandom } from './random.ts'
import { loadSecrets } from './secrets.ts'
import { renewFeed } from './sync/feed.ts'

export type Opened = { context: Context; close(): Promise<void> }

export type OpenOptions = {
  env: Env
  log?: Log
  /** Parts a test brings itself. */
  parts?: Partial<Context>
  /** False: jobs run only when told to (tests). */
  background?: boolean
  /** Told what is being done while it takes its time. */
  say?: (sentence: string) => void
}

export const MIGRATIONS = new URL('./db/migrations/', import.meta.url)

/** Builds everything outside the rules: database, storage, mail, push, payments, jobs. The only place that does. */
export async function openContext(options: OpenOptions): Promise<Opened> {
  const { env, say = () => {} } = options
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  // it takes a second to load, which the database takes too
  const converter = env.renditions ? findConverter(env.ffmpegPath) : null
  const database = await openDatabase(env, say)
  const { sql } = database
  await untilReachable(sql)
  const applied = await migrate(sql, MIGRATIONS)
  if (applied.length > 0) say(`Database: applied ${applied.join(', ')}`)
  if (env.mode === 'test')
    await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const parts = { converter: await converter, ...options.parts }
  const context = await assemble({ ...options, parts }, sql)
  return {
    context,
    async close() {
      await closeContext(context)
      await database.stop()
    },
  }
}

/** Ends what `assemble` began: jobs first, because they still need the rest. */
export async function closeContext({ jobs, mail, sql }: Context): Promise<void> {
  await jobs.stop()
  mail.close()
  await sql.end({ timeout: 1 })
}

/** The configured database, or the built-in one, which runs until `stop`. */
export async function openDatabase(
  env: Env,
  say: (sentence: string) => void,
): Promise<{ sql: Sql; stop(): Promise<void> }> {
  const options = { database: 'postgres', max: 16 }
  if (env.databaseUrl)
    return { sql: openSql({ url: env.databaseUrl, max: options.max }), stop: async () => {} }
  // under `npm run dev` it runs already
  if (!env.devClient) say('Database: starting the built-in Postgres')
  const postgres = await startPostgres(`${env.dataDir}/postgres`, { fast: env.mode === 'test' })
  return { sql: openSql({ host: postgres.host, ...options }), stop: () => postgres.stop() }
}

function openLog({ mode, logLevel }: Env): Log {
  const isWhole = mode !== 'production'
  const level = logLevel ?? (isWhole ? 'warn' : 'info')
  return createLog(level, { isWhole, ...(mode === 'development' && { to: readableOutput }) })
}

/** The parts on a database that is already there and migrated. */
export async function assemble(
  { env, parts, background, ...options }: OpenOptions,
  sql: Sql,
): Promise<Context> {
  const log = options.log ?? openLog(env)
  const secrets = await loadSecrets(env)
  if (await renewFeed(sql))
    log.warn({}, 'the database was restored into another cluster: every device pulls again')
  const testClock = env.mode === 'test'
  const report = (error: unknown, queue?: string) => log.warn({ queue, err: error }, 'a job failed')
  const onDone = (queue: string, ms: number) => log.debug({ queue, ms }, 'a job is done')
  const context: Context = {
    env,
    secrets,
    sql,
    log,
    clock: databaseClock(sql),
    random: systemRandom,
    passwords: createPasswordHasher(env),
    fault: noFaults,
    jobs: createJobs({ sql, testClock, report, onDone, ...(background !== undefined && { background }) }),
    // how full the machine of a test is says nothing of us
    blobs: createDiskStore(env.dataDir, env.mode === 'test' ? undefined : () => roomOf(env.dataDir)),
    mail: env.smtpUrl ? smtpTransport(env.smtpUrl, env.mailFrom) : mailboxTransport(sql),
    push: webPushSender(await loadVapid(env)),
    // the stand-in tells its webhooks to this very context
    payments: await openPayments({ env, secrets, sql, log }, () => context),
    ...parts,
  }
  if (env.mode === 'test') guardTransactions(context)
  return context
}

/** Under test, whatever is slow and no database work throws inside a transaction. */
function guardTransactions(context: Context): void {
  const { passwords, blobs, mail, push, payments } = context
  context.passwords = outsideTransactions(passwords, 'passwords')
  context.blobs = outsideTransactions(blobs, 'blobs', ['uploads', 'draft'])
  context.mail = outsideTransactions(mail, 'mail', ['close'])
  context.push = outsideTransactions(push, 'push')
  context.payments = outsideTransactions(payments, 'payments', ['constructEvent'])
}

async function openPayments(
  { env, secrets, sql, log }: Pick<Context, 'env' | 'secrets' | 'sql' | 'log'>,
  context: () => Context,
): Promise<Payments> {
  if (env.stripe) return createPayments({ env, secrets, standIn: null })
  await ensureSchema(sql)
  const standIn = createStandIn({
    sql,
    now: () => databaseClock(sql).now(),
    webhook: {
      deliver: async (body, signature) => (await receiveWebhook(context(), body, signature)).status === 200,
      secret: secrets.webhook,
    },
    random: systemRandom,
    mode: env.mode,
    log,
  })
  return createPayments({ env, secrets, standIn: { ...standIn, httpClient: standInHttpClient(standIn.app) } })
}
