import { parse } from 'hono/utils/cookie'
import type { Env } from '../env.ts'

type CookieEnv = Pick<Env, 'publicUrl'>

/** Whether people reach us over https: cookies are then `Secure` and bound to this very host by their name. */
export function isSecure(env: CookieEnv): boolean {
  return env.publicUrl?.startsWith('https://') ?? false
}

/** What our cookies are called. `__Host-` names cannot be planted by a neighbouring subdomain. */
export function cookieNames(env: CookieEnv): { session: string; guest: string; device: string } {
  const prefix = isSecure(env) ? '__Host-' : ''
  return { session: `${prefix}session`, guest: `${prefix}guest`, device: `${prefix}device` }
}

/** The cookies of a request by name; the first of a name counts. */
export function readCookies(request: Request): Record<string, string | undefined> {
  return parse(request.headers.get('cookie') ?? '')
}

/** The value that an answer's `Set-Cookie` lines give a cookie; null where they do not set it. */
export function setCookieIn(headers: Headers, name: string): string | null {
  const line = headers.getSetCookie().find((each) => each.startsWith(`${name}=`))
  return line ? (parse(line.split(';')[0] ?? '')[name] ?? null) : null
}

/** A `Set-Cookie` value: HttpOnly, SameSite=Lax, the whole site, Secure over https; 0 seconds takes it away. */
export function cookieHeader(
  env: CookieEnv,
  name: string,
  cookie: { value: string; maxAgeS: number },
): string {
  const secure = isSecure(env) ? '; Secure' : ''
  const value = encodeURIComponent(cookie.value)
  return `${name}=${value}; Max-Age=${cookie.maxAgeS}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
