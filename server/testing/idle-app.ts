import { EventEmitter } from 'node:events'
import type { Hono } from 'hono'
import { createApp } from '../app/app.ts'
import type { Context } from '../context.ts'
import { openSql } from '../db/sql.ts'
import { devRoutes } from '../dev/routes.ts'
import { readEnv } from '../env.ts'
import type { AppEnv } from '../http/app-env.ts'
import { createLog } from '../log.ts'
import { createStandIn, standInHttpClient } from '../payment/stand-in/stand-in.ts'
import { createPayments } from '../payment/stripe.ts'
import { systemRandom } from '../random.ts'
import { loadSecrets } from '../secrets.ts'
import { noMetrics, noTraces } from '../watch/watch.ts'

/**
 * Returns a context without a database, from which a test builds the app's tables: it can read them, but call nothing
 * in them.
 */
export async function idleContext(): Promise<Context> {
  const read = readEnv({ NODE_ENV: 'test', APP_SECRET: 'a secret for tests that is long enough' })
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const { env } = read
  const secrets = await loadSecrets(env)
  const log = createLog('silent')
  // This connects to nothing yet, because a pool connects only when it is first used.
  const sql = openSql({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const webhook = { deliver: async () => false, secret: secrets.webhook }
  const now = async () => new Date(0)
  const standIn = createStandIn({ sql, now, webhook, random: systemRandom, mode: env.mode, log })
  const payments = createPayments({
    env,
    standIn: { ...standIn, httpClient: standInHttpClient(standIn.app) },
  })
  const used = {
    env,
    secrets,
    sql,
    log,
    metrics: noMetrics,
    traces: noTraces,
    random: systemRandom,
    payments,
    clock: { now },
    passwords: {},
    push: { publicKey: '' },
    blobs: { uploads: () => new EventEmitter() },
    devRoutes,
  }
  return used as unknown as Context
}

/** Creates the app with its pages, from which a test lists the routes. */
export function idleApp(context: Context): Hono<AppEnv> {
  const inlined = { styles: [], scripts: [] }
  const pages = { shell: () => '', render: async () => ({ html: '', inlined }), inlined }
  return createApp(context, { hub: {} as never, site: { pages, files: new Map() } })
}
