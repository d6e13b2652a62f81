import type { MiddlewareHandler } from 'hono'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readSignedValue } from '../../http/signed-value.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transact } from '../../transact.ts'
import { cookieHeader, cookieNames, readCookies, setCookieIn } from '../cookies.ts'
import { deviceName } from './device-name.ts'

const COOKIE_S = 365 * 24 * 60 * 60
/** How many devices an account may have; beyond that the oldest are forgotten. */
const MOST = 50

type DeviceContext = Pick<Context, 'env'>

/** Returns the hash of this browser's device cookie; null where it has none. */
export function deviceOf(context: DeviceContext, request: Request): string | null {
  const name = nameIn(context, request)
  return name && linkHash(name)
}

function nameIn({ env }: DeviceContext, request: Request): string | null {
  const name = readCookies(request)[cookieNames(env).device] ?? ''
  return /^[A-Za-z0-9_-]{43}$/.test(name) ? name : null
}

/** Checks whether the account of an address has been signed in on this device before. */
export async function isKnownDevice(on: Queryable, email: string, device: string): Promise<boolean> {
  const [row] = await on`
    select from known_device k join person p on p.auth_id = k.user_id::text
    where k.device_hash = ${device} and lower(p.email) = ${email.trim().toLowerCase()}`
  return row !== undefined
}

/** Checks whether an account has been signed in on this device before. */
export async function knowsDevice(on: Queryable, userId: string, device: string): Promise<boolean> {
  const [row] = await on`select from known_device where user_id = ${userId} and device_hash = ${device}`
  return row !== undefined
}

/**
 * Forgets the devices of an account, except the one in its owner's hands, because a thief of the old password may
 * have used one of them.
 */
export async function forgetDevices(on: Queryable, userId: string, but: string | null = null): Promise<void> {
  await on`delete from known_device where user_id = ${userId} and device_hash is distinct from ${but}`
}

/**
 * Remembers the browser in which a session begins, by a cookie for a year. The owner is told by mail of a device
 * that is new to the account, unless the account itself is new. This happens before the answer is sent, so that
 * no session exists of which the owner is not told.
 */
export function rememberDevices(context: Context): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const cookie = setCookieIn(c.res.headers, cookieNames(context.env).session)
    const token = cookie && readSignedValue(context.secrets.session, cookie)
    if (!token) return
    const name = nameIn(context, c.req.raw) ?? Buffer.from(context.random.bytes(32)).toString('base64url')
    const userAgent = c.req.header('user-agent') ?? null
    const begun = { token, device: linkHash(name), userAgent }
    await transact(context, (inside) => remember(inside, begun)).catch((error) => {
      c.res.headers.delete('set-cookie')
      throw error
    })
    const shown = { value: name, maxAgeS: COOKIE_S }
    c.res.headers.append('set-cookie', cookieHeader(context.env, cookieNames(context.env).device, shown))
  }
}

type Begun = { token: string; device: string; userAgent: string | null }
type Account = { userId: string; personId: string; isNew: boolean }

async function remember(inside: TxContext, { token, device, userAgent }: Begun): Promise<void> {
  const { tx } = inside
  // Lock the user, so that of two first sign-ins at once the second sees the first.
  await tx`
    select from auth."user" u join auth.session s on s."userId" = u.id where s.token = ${token} for no key update of u`
  const [account] = await tx<Account[]>`
    select s."userId", p.id as "personId",
      u."createdAt" > app_now() - ${DAY_MS} * interval '1 millisecond'
        and not exists (select from known_device k where k.user_id = u.id) as "isNew"
    from auth.session s join auth."user" u on u.id = s."userId" join person p on p.auth_id = u.id::text
    where s.token = ${token}`
  if (!account) return
  const { userId, personId, isNew } = account
  const known = await tx`
    update known_device set last_at = app_now() where user_id = ${userId} and device_hash = ${device} returning 1`
  if (known.length > 0) return
  await tx`insert into known_device (user_id, device_hash) values (${userId}, ${device}) on conflict do nothing`
  await tx`
    delete from known_device where user_id = ${userId} and device_hash in (
      select device_hash from known_device where user_id = ${userId} order by last_at desc, device_hash offset ${MOST})`
  const told = { kind: 'new-device', personId, device: deviceName(userAgent) } as const
  if (!isNew) await tellAccount(inside, { ...told, id: inside.context.random.id() })
}
