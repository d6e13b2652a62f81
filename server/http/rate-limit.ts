import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { done, type Result, refuse } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import type { AppEnv } from './app-env.ts'
import { networksAround } from './client-address.ts'
import { answerRefusal } from './refusal-response.ts'

/**
 * So many hits in a window of so many seconds; `caller`: the person or guest, a visitor by the address; `network`: the
 * address, and the networks around it with more room, for what costs something.
 */
export type RateRule = {
  per: 'address' | 'caller' | 'network'
  max: number
  windowS: number
  /**
   * For what devices ask all the time: under half of the limit the work comes first, and nobody waits for the count. With
   * one server that lets nobody in who would be refused; with several, at most those who are at work.
   */
  afterwards?: boolean
  /** For how many hits one request may count, where its route says so as `weight`: it is told what is in it by its body. */
  heaviest?: number
  /** Of a caller without an account, where that is less. */
  ofGuests?: number
}

/** Under test all callers share one address, so its limits are this much wider unless a test says otherwise. */
const TEST_FACTOR = 1_000

export type Limiting = Pick<Context, 'sql' | 'env' | 'limitFactor'>

/** How many times as wide as in production limits are here. */
export function limitFactorOf({ env, limitFactor }: Pick<Limiting, 'env' | 'limitFactor'>): number {
  return limitFactor ?? (env.mode === 'test' ? TEST_FACTOR : 1)
}

/**
 * Makes the limits of the routes: `limit('view', { per: 'address', max: 30, windowS: 600 })` counts hits of all server
 * processes under a name. Refusal: `too-many-requests` with Retry-After.
 */
export function rateLimits(
  context: Limiting,
  factor = limitFactorOf(context),
): (name: string, rule: RateRule) => MiddlewareHandler<AppEnv> {
  const { sql } = context
  const known = createKnownHits()
  return (name, { per, max, windowS, afterwards = false, heaviest = 1, ofGuests = max }) =>
    async (c, next) => {
      if (per === 'network') {
        const from = { name, address: c.var.clientAddress, max: max * factor, windowS }
        const inAll = await countNetworks(sql, from)
        return inAll.ok ? next() : answerRefusal(c, inAll.refusal)
      }
      // pages are looked at by whoever comes: nobody has asked who that is
      const caller = per === 'caller' ? c.var.found.caller : null
      const principal = caller && principalOf(caller)
      const bucket = `${name} ${principal ?? c.var.clientAddress}`
      const rule = { max: (caller && !caller.personId ? ofGuests : max) * factor, windowS }
      const hits = afterwards ? known(bucket) : null
      const count = async (weight = 1) => {
        const hit = await hitOf(sql, bucket, { ...rule, weight })
        if (hits) hits.last = hit.hits
        return judged(hit, rule)
      }
      if (hits && hits.last + hits.open * heaviest < rule.max / 2)
        return workFirst(hits, next, () => count(c.var.weight))
      const counted = await count()
      if (!counted.ok) return answerRefusal(c, counted.refusal)
      await next()
      const { weight = 1 } = c.var
      if (weight > 1) await count(weight - 1)
    }
}

/** What is known of a bucket without asking: its last count, and how many are at work and not counted yet. */
type KnownHits = { last: number; open: number }

const HIGHEST_KNOWN = 10_000

function createKnownHits(): (bucket: string) => KnownHits {
  const all = new Map<string, KnownHits>()
  return (bucket) => {
    const hits = all.get(bucket) ?? { last: Number.POSITIVE_INFINITY, open: 0 }
    if (all.size >= HIGHEST_KNOWN) all.clear()
    all.set(bucket, hits)
    return hits
  }
}

async function workFirst(hits: KnownHits, work: () => Promise<void>, count: () => Promise<unknown>) {
  hits.open += 1
  try {
    await work()
  } finally {
    // a database that does not count has not done the work either, and that was said
    void count()
      .catch(() => {})
      .finally(() => {
        hits.open -= 1
      })
  }
}

/**
 * Makes the limits of what a request is about, such as the address a mail would go to: counted by its hash, so that
 * nobody's address stands among the counters. Refusal: `too-many-requests`.
 */
export function subjectLimits(
  context: Limiting,
  factor = limitFactorOf(context),
): (name: string, subject: string, rule: Omit<RateRule, 'per'>) => Promise<Result<true>> {
  return (name, subject, { max, windowS }) =>
    countHit(context.sql, `${name} of ${hashed(subject)}`, { max: max * factor, windowS })
}

/** What stands among the counters for an address of somebody's. */
export function hashed(subject: string): string {
  return createHash('sha256').update(subject.toLowerCase()).digest('base64url')
}

/**
 * Makes the limits of guesses, of an address and of the networks around it: wherever a code is tried, it is counted in one
 * place. Refusal: `too-many-requests`.
 */
export function guessLimits(
  context: Limiting,
  factor = limitFactorOf(context),
): (name: string, address: string, rule: Omit<RateRule, 'per'>) => Promise<Result<true>> {
  return (name, address, { max, windowS }) =>
    countNetworks(context.sql, { name: `${name} of`, address, max: max * factor, windowS })
}

type FromNetwork = { name: string; address: string; max: number; windowS: number }

/**
 * Counts one hit of an address, and of every network around it. What is refused to an address is not counted of its
 * networks: nobody uses up what their neighbours have. Refusal: `too-many-requests`.
 */
export async function countNetworks(
  on: Queryable,
  { name, address, max, windowS }: FromNetwork,
): Promise<Result<true>> {
  for (const { network, room } of [{ network: address, room: 1 }, ...networksAround(address)]) {
    const counted = await countHit(on, `${name} ${network}`, { max: max * room, windowS })
    if (!counted.ok) return counted
  }
  return done(true)
}

/**
 * Counts one hit in a fixed window, in one statement that commits by itself: a refused request counts too. Refusal:
 * `too-many-requests` with `retryAfterS`.
 */
export async function countHit(on: Queryable, bucket: string, rule: Rule): Promise<Result<true>> {
  return judged(await hitOf(on, bucket, rule), rule)
}

/** Whether another hit would be within a limit, without counting one. Refusal: `too-many-requests`. */
export async function hitsLeft(on: Queryable, bucket: string, { max, windowS }: Rule): Promise<Result<true>> {
  const [row] = await on<Hit[]>`
    select hits + 1 as hits, ceil(extract(epoch from window_start - app_now()) + ${windowS})::int as "retryAfterS"
    from rate_limit r where bucket = ${bucket} and not (${isOver(on, windowS)})`
  return row ? judged(row, { max, windowS }) : done(true)
}

type Rule = Pick<RateRule, 'max' | 'windowS'>
type Hit = { hits: number; retryAfterS: number }

const judged = ({ hits, retryAfterS }: Hit, { max }: Rule): Result<true> =>
  hits <= max ? done(true) : refuse('too-many-requests', { retryAfterS })

async function hitOf(
  on: Queryable,
  bucket: string,
  { windowS, weight = 1 }: Rule & { weight?: number },
): Promise<Hit> {
  const [row] = await on<Hit[]>`
    insert into rate_limit as r (bucket, window_start, hits) values (${bucket}, app_now(), ${weight})
    on conflict (bucket) do update set
      hits = case when ${isOver(on, windowS)} then ${weight}::int else r.hits + ${weight}::int end,
      window_start = case when ${isOver(on, windowS)} then app_now() else r.window_start end
    returning hits, greatest(1, ceil(extract(epoch from window_start - app_now()) + ${windowS}))::int as "retryAfterS"`
  if (!row) throw new InternalError('the hit was not counted')
  return row
}

function isOver(on: Queryable, windowS: number) {
  return on`r.window_start <= app_now() - ${windowS} * interval '1 second'`
}
