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
  /** The way past a pooler, for what lasts longer than a transaction: LISTEN, jobs, locks of uploads. Else `sql` does it. */
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
  /** Why videos cannot be served or taken in just now, as a sentence; null where they can. */
  storeTrouble?: () => Promise<string | null>
  /** Why live changes do not come by the way that is configured, as a sentence; null where they do. */
  busTrouble?: () => string | null
  /** What is wrong with the certificate that browsers are shown, as a sentence; null where nothing is known to be. */
  siteTrouble?: () => string | null
  payments: Payments
  mail: MailTransport
  push: PushSender
  /** Makes renditions of videos; without one none are made, and what no browser plays is refused. */
  converter?: Converter | null
  /** The routes that a server has outside production alone, loaded there alone. */
  devRoutes?: ((group: RouteGroup) => void) | undefined
  /** Limits are so many times as wide as in production; unless it is set, 1, and 1,000 where all of a test share one address. */
  limitFactor?: number
}
