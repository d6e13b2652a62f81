import { parse } from 'hono/utils/cookie'
import type { Env } from '../env.ts'

type CookieEnv = Pick<Env, 'publicUrl'>

/**
 * Checks whether people reach us over https; if so, cookies are `Secure` and their names bind them to this very
 * host.
 */
export function isSecure(env: CookieEnv): boolean {
  return env.publicUrl?.startsWith('https://') ?? false
}

/** Returns the names of our cookies. A neighbouring subdomain cannot set a cookie with a `__Host-` name. */
export function cookieNames(env: CookieEnv): { session: string; guest: string; device: string } {
  const prefix = isSecure(env) ? '__Host-' : ''
  return { session: `${prefix}session`, guest: `${prefix}guest`, device: `${prefix}device` }
}

/** Returns the cookies of a request by name; the first of each name counts. */
export function readCookies(request: Request): Record<string, string | undefined> {
  return parse(request.headers.get('cookie') ?? '')
}

/** Returns the value that the `Set-Cookie` lines of an answer give a cookie; null where they do not set it. */
export function setCookieIn(headers: Headers, name: string): string | null {
  const line = headers.getSetCookie().find((each) => each.startsWith(`${name}=`))
  return line ? (parse(line.split(';')[0] ?? '')[name] ?? null) : null
}

/**
 * Returns a `Set-Cookie` value: HttpOnly, SameSite=Lax, for the whole site, Secure over https; 0 seconds removes
 * the cookie.
 */
export function cookieHeader(
  env: CookieEnv,
  name: string,
  cookie: { value: string; maxAgeS: number },
): string {
  const secure = isSecure(env) ? '; Secure' : ''
  const value = encodeURIComponent(cookie.value)
  return `${name}=${value}; Max-Age=${cookie.maxAgeS}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
