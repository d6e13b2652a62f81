import type { MiddlewareHandler } from 'hono'
import { TIKTOK_PLAYER } from '../../sync/athlete/links.ts'
import type { Env } from '../env.ts'
import type { AppEnv, Inlined } from './app-env.ts'
import { isUnder } from './origin.ts'

type HeaderEnv = Pick<Env, 'stripe' | 'mode'> & Partial<Pick<Env, 'devClient'>>

const UNCACHED = ['/api/', '/sync/', '/files/', '/view/', '/dev/']

const NOTHING: Inlined = { styles: [], scripts: [] }

/**
 * Adds the security headers to every answer. A header that a route has set stays: the player's page has a policy
 * of its own. `inlined` holds the hashes of the empty page; a rendered page provides its own. Nothing else inline
 * is allowed.
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

/**
 * Returns the headers that depend on the path. The private page is hidden from other sites, search engines and
 * caches (D41). The first header of a name counts.
 */
function pathHeaders(path: string, isPage: boolean): [string, string][] {
  const isPrivate = isUnder(path, ['/view/'])
  return [
    ['referrer-policy', isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin'],
    ...(isPrivate ? [['x-robots-tag', 'noindex'] satisfies [string, string]] : []),
    ...(isUnder(path, UNCACHED) ? [['cache-control', 'no-store'] satisfies [string, string]] : []),
    ...(isPage ? [['cache-control', 'no-cache'] satisfies [string, string]] : []),
  ]
}

/** Stripe's script opens frames from subdomains of its own (docs.stripe.com/security/guide). */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * Returns the content security policy: only our own resources; TikTok's player after a user clicks a video, and
 * Stripe's card form where real cards are used. In development, Vite's script may set styles and listen for
 * changes.
 */
function contentSecurityPolicy({ stripe, devClient }: HeaderEnv, { styles, scripts }: Inlined): string {
  const withStripe = (own: string, ...theirs: string[]) => (stripe ? [own, ...theirs].join(' ') : own)
  return [
    "default-src 'none'",
    withStripe(withHashes("script-src 'self'", scripts), ...STRIPE_SCRIPTS),
    devClient ? "style-src 'self' 'unsafe-inline'" : withHashes("style-src 'self'", styles),
    withStripe("img-src 'self' blob: data:", 'https://*.stripe.com'),
    "media-src 'self' blob:",
    withStripe(devClient ? "connect-src 'self' ws:" : "connect-src 'self'", 'https://api.stripe.com'),
    withStripe(`frame-src 'self' ${TIKTOK_PLAYER}`, ...STRIPE_SCRIPTS, 'https://hooks.stripe.com'),
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
