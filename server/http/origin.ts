import type { Context as Call, MiddlewareHandler } from 'hono'
import { refuse } from '../../sync/result.ts'
import type { Env } from '../env.ts'
import { isLoopback } from '../loopback.ts'
import type { AppEnv } from './app-env.ts'
import { answerRefusal } from './refusal-response.ts'

/**
 * The origins that are ours for a request: the public address, or while none is set the loopback name it came by. A
 * name that only resolves to loopback is nobody's, so a page elsewhere cannot rebind its way in.
 */
export function ownOrigins(env: Pick<Env, 'publicUrl'>, url: string): string[] {
  if (env.publicUrl) return [env.publicUrl]
  const { hostname, origin } = new URL(url)
  return isLoopback(hostname) ? [origin] : []
}

/** One that tells nothing and asks by its own name is known by the old version it speaks: no browser does. */
function isProxied(c: Call<AppEnv>): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: { httpVersion?: string } }
  return incoming?.httpVersion === '1.0' || PROXIED.some((name) => c.req.header(name))
}

/** What a proxy adds that serves others than this machine. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

/**
 * Outside production a request comes from this machine, by its own name, or it is refused: the demo's sign-ins and the
 * pages under /dev are not for whoever a proxy serves. Refusal: `bad-origin`.
 */
export function loopbackOnly({ mode }: Pick<Env, 'mode'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isHere = isLoopback(new URL(c.req.url).hostname) && !isProxied(c)
    return mode === 'production' || isHere ? next() : answerRefusal(c, refuse('bad-origin').refusal)
  }
}

/** Whether a verb may change something. */
export function isUnsafe(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Whether a path is one of the prefixes, which end with a slash, or lies under one. */
export function isUnder(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => `${path}/`.startsWith(prefix))
}

type OriginRule = {
  env: Pick<Env, 'publicUrl'>
  /** Paths with a proof of their own, such as the webhooks' signature; each ends with a slash. */
  except: readonly string[]
}

/**
 * A write comes from our own pages: `Origin` and `Sec-Fetch-Site` are ours where they are sent, and one of them is sent
 * wherever a cookie is (S1-7.15, S2-7.1). Refusal: `bad-origin`.
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

/** Calls are POST JSON in UTF-8 and nothing else, uncompressed (S1-7.7). Refusal: `wrong-content-type`. */
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
