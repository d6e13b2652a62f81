import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { done, type Result, refuse } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import type { AppEnv } from './app-env.ts'
import { answerRefusal } from './refusal-response.ts'

/** So many hits in a window of so many seconds; `caller`: the person or guest, a visitor by the address. */
export type RateRule = { per: 'address' | 'caller'; max: number; windowS: number }

/** Under test all callers share one address, so its limits are this much wider unless a test says otherwise. */
const TEST_FACTOR = 1_000

/**
 * Makes the limits of the routes: `limit('view', { per: 'address', max: 30, windowS: 600 })` counts hits of all server
 * processes under a name. Refusal: `too-many-requests` with Retry-After.
 */
export function rateLimits(
  { sql, env }: Pick<Context, 'sql' | 'env'>,
  factor = env.mode === 'test' ? TEST_FACTOR : 1,
): (name: string, rule: RateRule) => MiddlewareHandler<AppEnv> {
  return (name, { per, max, windowS }) =>
    async (c, next) => {
      const principal = per === 'caller' ? principalOf(c.var.found.caller) : null
      const bucket = `${name} ${principal ?? c.var.clientAddress}`
      const counted = await countHit(sql, bucket, { max: max * factor, windowS })
      return counted.ok ? next() : answerRefusal(c, counted.refusal)
    }
}

/**
 * Makes the limits of what a request is about, such as the address a mail would go to: counted by its hash, so that
 * nobody's address stands among the counters. Refusal: `too-many-requests`.
 */
export function subjectLimits(
  { sql, env }: Pick<Context, 'sql' | 'env'>,
  factor = env.mode === 'test' ? TEST_FACTOR : 1,
): (name: string, subject: string, rule: Omit<RateRule, 'per'>) => Promise<Result<true>> {
  return (name, subject, { max, windowS }) => {
    const hash = createHash('sha256').update(subject.toLowerCase()).digest('base64url')
    return countHit(sql, `${name} of ${hash}`, { max: max * factor, windowS })
  }
}

/**
 * Counts one hit in a fixed window, in one statement that commits by itself: a refused request counts too. Refusal:
 * `too-many-requests` with `retryAfterS`.
 */
export async function countHit(
  on: Queryable,
  bucket: string,
  { max, windowS }: Pick<RateRule, 'max' | 'windowS'>,
): Promise<Result<true>> {
  const [row] = await on<{ hits: number; retryAfterS: number }[]>`
    insert into rate_limit as r (bucket, window_start, hits) values (${bucket}, app_now(), 1)
    on conflict (bucket) do update set
      hits = case when ${isOver(on, windowS)} then 1 else r.hits + 1 end,
      window_start = case when ${isOver(on, windowS)} then app_now() else r.window_start end
    returning hits, greatest(1, ceil(extract(epoch from window_start - app_now()) + ${windowS}))::int as "retryAfterS"`
  if (!row) throw new Error('the hit was not counted')
  return row.hits <= max ? done(true) : refuse('too-many-requests', { retryAfterS: row.retryAfterS })
}

function isOver(on: Queryable, windowS: number) {
  return on`r.window_start <= app_now() - ${windowS} * interval '1 second'`
}
