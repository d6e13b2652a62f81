import type { MiddlewareHandler } from 'hono'
import { TIKTOK_PLAYER } from '../../sync/athlete/links.ts'
import type { Env } from '../env.ts'
import type { AppEnv, Inlined } from './app-env.ts'
import { isUnder } from './origin.ts'

type HeaderEnv = Pick<Env, 'stripe' | 'mode'> & Partial<Pick<Env, 'devClient'>>

const UNCACHED = ['/api/', '/sync/', '/files/', '/view/', '/dev/']

const NOTHING: Inlined = { styles: [], scripts: [] }

/**
 * The security headers of every answer. A route that set one itself keeps it: the player's page has a policy of its
 * own. `inlined` is what the empty page carries; a rendered one says for itself. Nothing else inline is let in.
 */
export function securityHeaders(env: HeaderEnv, inlined = NOTHING): MiddlewareHandler<AppEnv> {
  const headers = Object.entries(fixedHeaders(env))
  const policyOf = (found: Inlined) => contentSecurityPolicy(env, found)
  const usual = policyOf(inlined)
  return async (c, next) => {
    await next()
    const own = c.res.headers
    const found = c.get('inlined')
    const policy: [string, string] = ['content-security-policy', found ? policyOf(found) : usual]
    const isPage = own.get('content-type')?.startsWith('text/html') ?? false
    for (const [name, value] of [policy, ...headers, ...pathHeaders(c.req.path, isPage)])
      if (!own.has(name)) own.set(name, value)
  }
}

function fixedHeaders(env: HeaderEnv): Record<string, string> {
  return {
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

/**
 * Our own things only; TikTok's player once somebody presses a video, Stripe's card form where real cards are taken. While
 * the client is worked on, Vite's script sets styles and listens for changes.
 */
function contentSecurityPolicy({ stripe, devClient }: HeaderEnv, { styles, scripts }: Inlined): string {
  const withStripe = (own: string, ...theirs: string[]) => (stripe ? [own, ...theirs].join(' ') : own)
  return [
    "default-src 'none'",
    withStripe(withHashes("script-src 'self'", scripts), 'https://js.stripe.com'),
    devClient ? "style-src 'self' 'unsafe-inline'" : withHashes("style-src 'self'", styles),
    withStripe("img-src 'self' blob: data:", 'https://*.stripe.com'),
    "media-src 'self' blob:",
    withStripe(devClient ? "connect-src 'self' ws:" : "connect-src 'self'", 'https://api.stripe.com'),
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

const withHashes = (own: string, hashes: readonly string[]) =>
  [own, ...hashes.map((hash) => `'${hash}'`)].join(' ')
