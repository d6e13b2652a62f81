import { databaseClock } from '../../clock.ts'
import type { Sql } from '../../db/sql.ts'
import { createStandIn, type StandIn, standInHttpClient } from '../../payment/stand-in/stand-in.ts'
import { createPayments, type Payments } from '../../payment/stripe.ts'
import type { Secrets } from '../../secrets.ts'
import { createDraw } from '../workloads/random.ts'
import { impatient } from './impatient.ts'

type ProviderOptions = {
  sql: Sql
  secrets: Secrets
  seed: number
  deliver(body: string, signature: string): Promise<boolean>
}

/** The payment provider of one schedule, with ids drawn from its seed, and each server's connection to it. */
export type Provider = {
  stripe: StandIn
  paymentsOf(isDead: () => boolean): Payments
  landed(): Promise<unknown>
}

export function openProvider({ sql, secrets, seed, deliver }: ProviderOptions): Provider {
  const stripe = createStandIn({
    sql,
    now: () => databaseClock(sql).now(),
    random: { bytes: createDraw(-1 - seed).bytes },
    mode: 'test',
    webhook: { secret: secrets.webhook, deliver },
  })
  const { of, landed } = impatient(stripe)
  const paymentsOf = (isDead: () => boolean) => {
    const httpClient = standInHttpClient(of(isDead))
    return createPayments({ env: { stripe: null }, standIn: { ...stripe, httpClient } })
  }
  return { stripe, paymentsOf, landed }
}
