import { databaseClock } from '../../clock.ts'
import type { Sql } from '../../db/sql.ts'
import { createStandIn, type StandIn, standInHttpClient } from '../../payment/stand-in/stand-in.ts'
import { createPayments, type Payments } from '../../payment/stripe.ts'
import type { Secrets } from '../../secrets.ts'
import { createDraw } from '../schedules/draw.ts'
import { impatient } from './impatient.ts'

type ProviderOptions = {
  sql: Sql
  secrets: Secrets
  seed: number
  deliver(body: string, signature: string): Promise<boolean>
}

/** The payment provider of one schedule, with ids of its seed, and the way to it. */
export function openProvider({ sql, secrets, seed, deliver }: ProviderOptions): {
  stripe: StandIn
  payments: Payments
  landed(): Promise<unknown>
} {
  const stripe = createStandIn({
    sql,
    now: () => databaseClock(sql).now(),
    random: { bytes: createDraw(-1 - seed).bytes },
    mode: 'test',
    webhook: { secret: secrets.webhook, deliver },
  })
  const asked = impatient(stripe)
  const httpClient = standInHttpClient(asked)
  return {
    stripe,
    landed: asked.landed,
    payments: createPayments({ env: { stripe: null }, secrets, standIn: { ...stripe, httpClient } }),
  }
}
