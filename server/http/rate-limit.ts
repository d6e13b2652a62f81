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
 * A limit of hits in a window of seconds. `caller`: per person or guest, for a visitor per address; `network`:
 * per address, and with more room per network around it, for calls that cost something.
 */
export type RateRule = {
  per: 'address' | 'caller' | 'network'
  max: number
  windowS: number
  /**
   * For calls that devices make all the time: below half of the limit, the work is done first and the hit counted
   * without waiting. With one server this admits no request that would be refused; with several, at most those
   * under way.
   */
  afterwards?: boolean
  /** How many hits one request may count as, where its route sets `weight` after reading the body. */
  heaviest?: number
  /** The limit for a caller without an account, if it is lower. */
  ofGuests?: number
}

/** In tests all callers share one address, so limits are this much wider unless a test sets another factor. */
const TEST_FACTOR = 1_000

export type Limiting = Pick<Context, 'sql' | 'env' | 'limitFactor'>

/** Returns how many times wider than in production the limits are. */
export function limitFactorOf({ env, limitFactor }: Pick<Limiting, 'env' | 'limitFactor'>): number {
  return limitFactor ?? (env.mode === 'test' ? TEST_FACTOR : 1)
}

/**
 * Makes the limits of routes: `limit('view', { per: 'address', max: 30, windowS: 600 })` counts the hits of all
 * server processes under a name. Refuses `too-many-requests`, with Retry-After.
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
      // Only limits per caller need the caller, because pages are served without looking up who asks.
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

/**
 * The known state of a bucket without a query: its last count, and how many requests are under way but not
 * counted yet.
 */
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
    // If the database cannot count, the work has failed too and its error was answered.
    void count()
      .catch(() => {})
      .finally(() => {
        hits.open -= 1
      })
  }
}

/**
 * Makes limits per subject of a request, such as the address a mail would go to. It is counted by its hash, so
 * that no address is stored with the counters. Refuses `too-many-requests`.
 */
export function subjectLimits(
  context: Limiting,
  factor = limitFactorOf(context),
): (name: string, subject: string, rule: Omit<RateRule, 'per'>) => Promise<Result<true>> {
  return (name, subject, { max, windowS }) =>
    countHit(context.sql, `${name} of ${hashed(subject)}`, { max: max * factor, windowS })
}

/** Returns the hash under which an address is counted. */
export function hashed(subject: string): string {
  return createHash('sha256').update(subject.toLowerCase()).digest('base64url')
}

/**
 * Makes limits for guesses, per address and per network around it, so that a code is counted together wherever it
 * is tried. Refuses `too-many-requests`.
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
 * Counts one hit for an address and for every network around it. A hit refused to an address does not count for
 * its networks, so that it uses up nothing of its neighbours'. Refuses `too-many-requests`.
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
 * Counts one hit in a fixed window, in one statement that commits by itself, so that a refused request counts
 * too. Refuses `too-many-requests`, with `retryAfterS`.
 */
export async function countHit(on: Queryable, bucket: string, rule: Rule): Promise<Result<true>> {
  return judged(await hitOf(on, bucket, rule), rule)
}

/** Checks whether another hit would be within a limit, without counting it. Refuses `too-many-requests`. */
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
