import type { MiddlewareHandler } from 'hono'
import { TIKTOK_PLAYER } from '../../sync/athlete/links.ts'
import type { Env } from '../env.ts'
import type { AppEnv } from './app-env.ts'
import { isUnder } from './origin.ts'

type HeaderEnv = Pick<Env, 'stripe' | 'mode'>

const UNCACHED = ['/api/', '/sync/', '/files/', '/view/', '/dev/']

/**
 * The headers of every answer (facts §6.7). A route that set one itself keeps it: the player's page has a policy of its
 * own. `styleHashes` are those of the styles inlined at build time; no script and no other style is inline.
 */
export function securityHeaders(env: HeaderEnv, styleHashes: readonly string[]): MiddlewareHandler<AppEnv> {
  const headers = Object.entries(fixedHeaders(env, styleHashes))
  return async (c, next) => {
    await next()
    const own = c.res.headers
    const isPage = own.get('content-type')?.startsWith('text/html') ?? false
    for (const [name, value] of [...headers, ...pathHeaders(c.req.path, isPage)])
      if (!own.has(name)) own.set(name, value)
  }
}

function fixedHeaders(env: HeaderEnv, styleHashes: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(env, styleHashes),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), microphone=(self), geolocation=(), payment=(self "https://js.stripe.com")',
    ...(env.mode === 'production' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** The private page is told to nobody: not to the next site, to search engines, or to a cache (D41). The first of a name counts. */
function pathHeaders(path: string, isPage: boolean): [string, string][] {
  const isPrivate = isUnder(path, ['/view/'])
  return [
    ['referrer-policy', isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin'],
    ...(isPrivate ? [['x-robots-tag', 'noindex'] satisfies [string, string]] : []),
    ...(isUnder(path, UNCACHED) ? [['cache-control', 'no-store'] satisfies [string, string]] : []),
    ...(isPage ? [['cache-control', 'no-cache'] satisfies [string, string]] : []),
  ]
}

/** Our own things only; TikTok's player once somebody presses a video, Stripe's card form where real cards are taken. */
function contentSecurityPolicy({ stripe }: Pick<Env, 'stripe'>, styleHashes: readonly string[]): string {
  const withStripe = (own: string, ...theirs: string[]) => (stripe ? [own, ...theirs].join(' ') : own)
  return [
    "default-src 'none'",
    withStripe("script-src 'self'", 'https://js.stripe.com'),
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    withStripe("img-src 'self' blob: data:", 'https://*.stripe.com'),
    "media-src 'self' blob:",
    withStripe("connect-src 'self'", 'https://api.stripe.com'),
    withStripe(`frame-src 'self' ${TIKTOK_PLAYER}`, 'https://js.stripe.com', 'https://hooks.stripe.com'),
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
