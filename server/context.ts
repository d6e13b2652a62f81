import type { PasswordLine } from './account/password-hasher.ts'
import type { Clock } from './clock.ts'
import type { Sql } from './db/sql.ts'
import type { Env } from './env.ts'
import type { Fault } from './fault.ts'
import type { RouteGroup } from './http/routes-of.ts'
import type { Jobs } from './jobs/boss.ts'
import type { Log } from './log.ts'
import type { Converter } from './media/rendition/converter.ts'
import type { BlobStore } from './media/storage.ts'
import type { MailTransport } from './notify/mail-transport.ts'
import type { PushSender } from './notify/push-sender.ts'
import type { Payments } from './payment/stripe.ts'
import type { Random } from './random.ts'
import type { Secrets } from './secrets.ts'
import type { Metrics, Traces } from './watch/watch.ts'

/** Everything outside the rules, built once at start; tests override any part. */
export type Context = {
  env: Env
  secrets: Secrets
  sql: Sql
  /**
   * The connection that bypasses a pooler, for what lasts longer than a transaction: LISTEN, jobs, locks of
   * uploads. If missing, `sql` is used.
   */
  direct?: Sql
  clock: Clock
  random: Random
  passwords: PasswordLine
  log: Log
  metrics: Metrics
  traces: Traces
  fault: Fault
  jobs: Jobs
  blobs: BlobStore
  /** Returns a sentence why videos cannot be served or received now; null where they can. */
  storeError?: () => Promise<string | null>
  /** Returns a sentence why live changes do not come by the configured way; null where they do. */
  busWarning?: () => string | null
  /**
   * Returns a sentence about what is wrong with the certificate that browsers are shown; null where nothing is
   * known to be.
   */
  siteWarning?: () => string | null
  payments: Payments
  mail: MailTransport
  push: PushSender
  /** Makes renditions of videos; without it none are made, and videos that no browser plays are refused. */
  converter?: Converter | null
  /** The routes that a server has only outside production, where they are loaded. */
  devRoutes?: ((group: RouteGroup) => void) | undefined
  /**
   * How many times wider limits are than in production; default 1, and 1,000 in tests, where all requests share
   * one address.
   */
  limitFactor?: number
}
