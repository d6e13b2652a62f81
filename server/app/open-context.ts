import { mkdir } from 'node:fs/promises'
import { checkBreachedList } from '../account/breached-passwords.ts'
import { createPasswordHasher } from '../account/password-hasher.ts'
import { databaseClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Connections, connect } from '../db/connections.ts'
import { startPostgres } from '../db/embedded.ts'
import { type Noticed, noticeEpoch } from '../db/epoch.ts'
import { keepPostgres } from '../db/kept-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { outsideTransactions } from '../db/outside-transactions.ts'
import { untilReachable } from '../db/reachable.ts'
import { openSql, type Sql } from '../db/sql.ts'
import { readableOutput } from '../dev/log-lines.ts'
import { roomOf } from '../disk-room.ts'
import type { Env } from '../env.ts'
import { noFaults } from '../fault.ts'
import { createJobs, installJobs } from '../jobs/boss.ts'
import { createLog, type Log } from '../log.ts'
import { findConverter } from '../media/rendition/converter.ts'
import type { BlobStore } from '../media/storage.ts'
import { createDiskStore } from '../media/storage-disk.ts'
import { claimStore, storeError } from '../media/store-mark.ts'
import { mailboxTransport, smtpTransport } from '../notify/mail-transport.ts'
import { webPushSender } from '../notify/push-sender.ts'
import { loadVapid } from '../notify/vapid.ts'
import { pause } from '../pause.ts'
import { createPayments, type Payments } from '../payment/stripe.ts'
import { receiveWebhook } from '../payment/webhook.ts'
import { systemRandom } from '../random.ts'
import { loadSecrets } from '../secrets.ts'
import { traced } from '../watch/traced.ts'
import { noTraces, openWatch, type Traces } from '../watch/watch.ts'
import { startBeat } from './beat.ts'

export type Opened = { context: Context; close(): Promise<void> }

export type OpenOptions = {
  env: Env
  log?: Log
  /** Parts that a test provides itself. */
  parts?: Partial<Context>
  /** False: jobs run only when a test runs them. */
  background?: boolean
  /** Called with a sentence about each slow step. */
  say?: (sentence: string) => void
}

export const MIGRATIONS = new URL('../db/migrations/', import.meta.url)

/** Builds everything outside the rules: database, storage, mail, push, payments, jobs. No other code does. */
export async function openContext(options: OpenOptions): Promise<Opened> {
  const { env, say = () => {} } = options
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  await checkBreachedList(env.breachedPasswords)
  // Loading it takes a second, so it runs while the database starts.
  const converter = env.renditions ? findConverter(env.ffmpegPath) : null
  const database = await openDatabase(env, say)
  return openOn(database, { ...options, parts: { converter: await converter, ...options.parts } })
}

/**
 * Migrates an open database to this build's schema, or to that of other `migrations`, and builds everything else on
 * it.
 */
export async function openOn(
  { sql, direct, stop }: Database,
  { migrations = MIGRATIONS, ...options }: OpenOptions & { migrations?: URL },
): Promise<Opened> {
  const { env, say = () => {} } = options
  const applied = await migrate(direct, migrations)
  if (applied.length > 0) say(`Database: applied ${applied.join(', ')}`)
  if (env.mode === 'test')
    await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const context = await assemble({ ...options, parts: { direct, ...options.parts } }, sql)
  const mark = await claimStore(sql, context.blobs.mark)
  tell(context.log, await noticeEpoch(sql, mark))
  context.storeError = () => storeError(context.blobs.mark, mark.storeId)
  const stopBeat = startBeat(context, mark.storeId)
  return {
    context,
    async close() {
      stopBeat()
      await closeContext(context)
      await stop()
    },
  }
}

/**
 * Migrates the database to this build's schema and closes it; a deployment does this once before its servers
 * start.
 */
export async function migrateOnly({ env, say = () => {} }: Pick<OpenOptions, 'env' | 'say'>): Promise<void> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  const { sql, direct, stop } = await openDatabase(env, say)
  try {
    const applied = await migrate(direct, MIGRATIONS)
    await installJobs(direct, env.mode === 'test')
    say(applied.length > 0 ? `Database: applied ${applied.join(', ')}` : 'Database: nothing to apply')
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), direct.end({ timeout: 1 })])
    await stop()
  }
}

/** Ends what `assemble` began: jobs first, because they still need the rest. */
export async function closeContext({ jobs, mail, sql, direct, traces }: Context): Promise<void> {
  await jobs.stop()
  mail.close()
  // A trace receiver that does not answer must not hold up the stop.
  await Promise.race([traces.stop().catch(() => {}), pause(1_000)])
  await Promise.all([sql.end({ timeout: 1 }), direct?.end({ timeout: 1 })])
}

type Database = Connections & { stop(): Promise<void> }

/** Opens the configured database, or starts the built-in one, which runs until `stop`. */
export async function openDatabase(env: Env, say: (sentence: string) => void): Promise<Database> {
  const { databaseUrl } = env
  if (databaseUrl) return { ...(await connect({ ...env, databaseUrl })), stop: async () => {} }
  // Under `npm run dev` it is already running.
  if (!env.devClient) say('Database: starting the built-in Postgres')
  const begin = env.devClient ? startPostgres : keepPostgres
  const postgres = await begin(`${env.dataDir}/postgres`, { fast: env.mode === 'test' })
  const sql = openSql({ host: postgres.host, database: 'postgres', max: 16 })
  await untilReachable(sql)
  return { sql, direct: sql, stop: () => postgres.stop() }
}

function tell(log: Log, noticed: Noticed): void {
  if (noticed === 'moved')
    log.warn({}, 'the database was restored into another cluster: every device pulls again')
  if (noticed === 'put-back')
    log.warn({}, 'an older state of the database was put back: devices that had seen more pull again')
  if (noticed === 'failed-over')
    log.warn({}, 'a standby took over: devices that had seen what may be lost pull again')
}

function openLog({ mode, logLevel }: Env, { ids }: Traces): Log {
  const isWhole = mode !== 'production'
  const level = logLevel ?? (isWhole ? 'warn' : 'info')
  return createLog(level, { isWhole, ids, ...(mode === 'development' && { to: readableOutput }) })
}

/** Assembles the context on a database that is already running and migrated. */
export async function assemble(
  { env, parts, background, ...options }: OpenOptions,
  sql: Sql,
): Promise<Context> {
  const { metrics, traces } = { ...(await openWatch(env)), ...parts }
  const log = options.log ?? openLog(env, traces)
  const secrets = await loadSecrets(env)
  tell(log, await noticeEpoch(sql))
  const testClock = env.mode === 'test'
  const report = (error: unknown, queue?: string) => log.warn({ queue, err: error }, 'a job failed')
  const onEnd = (queue: string, ms: number, done: boolean) => {
    metrics.job({ queue, done, ms })
    if (done) log.debug({ queue, ms }, 'a job is done')
  }
  const context: Context = {
    env,
    secrets,
    sql,
    log,
    metrics,
    traces,
    clock: databaseClock(sql),
    random: systemRandom,
    passwords: createPasswordHasher(env),
    fault: noFaults,
    jobs: createJobs({
      sql: parts?.direct ?? sql,
      testClock,
      report,
      onEnd,
      traces,
      background: background ?? env.role !== 'web',
    }),
    blobs: parts?.blobs ?? (await openStore(env)),
    mail: env.smtpUrl ? smtpTransport(env.smtpUrl, env.mailFrom) : mailboxTransport(sql),
    push: webPushSender(await loadVapid(env)),
    // The stand-in delivers its webhooks to this very context.
    payments: await openPayments({ env, secrets, sql, log }, () => context),
    devRoutes: env.mode === 'production' ? undefined : (await import('../dev/routes.ts')).devRoutes,
    ...parts,
  }
  if (env.mode === 'test') guardTransactions(context)
  if (traces !== noTraces) traceProviders(context)
  return context
}

/** Opens the store of files that STORAGE names. */
async function openStore({ dataDir, mode, storage }: Env): Promise<BlobStore> {
  if (storage.kind === 'disk')
    // How full a test machine's disk is does not matter.
    return createDiskStore(dataDir, mode === 'test' ? undefined : () => roomOf(dataDir))
  // Loaded only when used, because a server with a disk store does not need it.
  const { createS3Store } = await import('../media/s3/storage-s3.ts')
  return createS3Store(storage)
}

/** Records every call to an outside provider as a span of its caller. */
function traceProviders(context: Context): void {
  const { mail, push, payments, traces } = context
  context.mail = traced(mail, 'mail', { traces, silent: ['close'] })
  context.push = traced(push, 'push', { traces })
  context.payments = traced(payments, 'payments', { traces, silent: ['constructEvent'] })
}

/** Makes slow work other than database calls throw inside a transaction, under test. */
function guardTransactions(context: Context): void {
  const { passwords, blobs, mail, push, payments } = context
  context.passwords = outsideTransactions(passwords, 'passwords', ['triesUnderWay'])
  context.blobs = outsideTransactions(blobs, 'blobs', ['uploads', 'draft'])
  context.mail = outsideTransactions(mail, 'mail', ['close'])
  context.push = outsideTransactions(push, 'push')
  context.payments = outsideTransactions(payments, 'payments', ['constructEvent'])
}

async function openPayments(
  { env, secrets, sql, log }: Pick<Context, 'env' | 'secrets' | 'sql' | 'log'>,
  context: () => Context,
): Promise<Payments> {
  if (env.stripe) return createPayments({ env, standIn: null })
  // Loaded only when used, because production does not contain it.
  const { createStandIn, standInHttpClient } = await import('../payment/stand-in/stand-in.ts')
  const { ensureSchema } = await import('../payment/stand-in/store.ts')
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
  return createPayments({ env, standIn: { ...standIn, httpClient: standInHttpClient(standIn.app) } })
}
