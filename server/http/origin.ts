import type { Context as Call, MiddlewareHandler } from 'hono'
import { refuse } from '../../sync/result.ts'
import type { Env } from '../env.ts'
import { isLoopback } from '../loopback.ts'
import type { AppEnv } from './app-env.ts'
import { answerRefusal } from './refusal-response.ts'

/**
 * Returns the origins that are ours for a request: the public address, or without one the loopback name the
 * request came to. A name that only resolves to loopback is not ours, so that no other page can get in by DNS
 * rebinding.
 */
export function ownOrigins(env: Pick<Env, 'publicUrl'>, url: string): string[] {
  if (env.publicUrl) return [env.publicUrl]
  const { hostname, origin } = new URL(url)
  return isLoopback(hostname) ? [origin] : []
}

/**
 * Checks whether a proxy forwards the request. A proxy that adds no header is recognised by the old HTTP version
 * it speaks, which no browser uses.
 */
function isProxied(c: Call<AppEnv>): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: { httpVersion?: string } }
  return incoming?.httpVersion === '1.0' || PROXIED.some((name) => c.req.header(name))
}

/** Headers added by a proxy that serves other machines. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

/**
 * Refuses requests from other machines outside production, because the demo's sign-ins and the pages under /dev
 * must not be reachable through a proxy. Refuses `bad-origin`.
 */
export function loopbackOnly({ mode }: Pick<Env, 'mode'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isHere = isLoopback(new URL(c.req.url).hostname) && !isProxied(c)
    return mode === 'production' || isHere ? next() : answerRefusal(c, refuse('bad-origin').refusal)
  }
}

/** Checks whether an HTTP method may change something. */
export function isUnsafe(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Checks whether a path equals one of the prefixes, which end with a slash, or lies below one. */
export function isUnder(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => `${path}/`.startsWith(prefix))
}

type OriginRule = {
  env: Pick<Env, 'publicUrl'>
  /** Paths with a proof of their own, such as the webhooks' signature; each ends with a slash. */
  except: readonly string[]
}

/**
 * Requires that a write comes from our own pages: `Origin` and `Sec-Fetch-Site` must be ours where they are sent,
 * and at least one must be sent together with a cookie (S1-7.15, S2-7.1). Refuses `bad-origin`.
 */
export function originGuard({ env, except }: OriginRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isUnsafe(c.req.method) || isUnder(c.req.path, except)) return next()
    return isFromUs(env, c.req.raw) ? next() : answerRefusal(c, refuse('bad-origin').refusal)
  }
}

function isFromUs(env: Pick<Env, 'publicUrl'>, { headers, url }: Request): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin !== null && !ownOrigins(env, url).includes(origin)) return false
  if (site !== null && site !== 'same-origin') return false
  return origin !== null || site !== null || !headers.has('cookie')
}

/** Requires that calls are uncompressed JSON in UTF-8 (S1-7.7). Refuses `wrong-content-type`. */
export function jsonOnly(prefixes: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isUnsafe(c.req.method) || !isUnder(c.req.path, prefixes)) return next()
    return isPlainJson(c.req.raw.headers) ? next() : answerRefusal(c, refuse('wrong-content-type').refusal)
  }
}

function isPlainJson(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false
  const type = headers.get('content-type')?.toLowerCase().replaceAll(' ', '').replaceAll('"', '')
  return type === 'application/json' || type === 'application/json;charset=utf-8'
}
