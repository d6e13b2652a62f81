import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as Call, MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Finds the address that limits count by: the connection's, or the one that a trusted proxy reports, never one
 * that a client claims.
 */
export function clientAddress(env: Pick<Env, 'clientAddressHeader'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('clientAddress', toldAddress(c, env.clientAddressHeader) ?? connectionAddress(c) ?? 'test')
    await next()
  }
}

/**
 * Reads the address from the proxy's header. The last entry is from the proxy next to us; earlier ones come from
 * outside.
 */
function toldAddress(c: Call, header: string | null): string | null {
  const told = header ? c.req.header(header)?.split(',').at(-1) : undefined
  return told ? countedAddress(told) : null
}

/** Returns the connection's address; null for a request without a connection, as in tests. */
function connectionAddress(c: Call): string | null {
  if (!c.env?.incoming) return null
  return countedAddress(getConnInfo(c).remote.address ?? '')
}

/**
 * Returns an address as it is counted: IPv4 whole, IPv6 by its /64, because one household has all of it; null:
 * not an address.
 */
export function countedAddress(text: string): string | null {
  const address = text.trim().split('%')[0] ?? ''
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const groups = expandIPv6(address)
  const mapped = mappedIPv4(groups)
  return mapped ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** A network around an address, and how many times more than one address the whole network is allowed. */
export type Around = { network: string; room: number }

/**
 * Returns the networks around a counted address, widest last. The owner of an IPv6 /56 or /48 has unlimited
 * addresses; an IPv4 /24 usually contains unrelated people, so it is allowed more.
 */
export function networksAround(address: string): Around[] {
  if (isIPv4(address)) return [{ network: address.replace(/\d+$/, '0/24'), room: 8 }]
  const [first, second, third, fourth] = address.replace('::/64', '').split(':')
  if (fourth === undefined) return []
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    { network: `${first}:${second}:${third}:${upper}::/56`, room: 2 },
    { network: `${first}:${second}:${third}::/48`, room: 4 },
  ]
}

/** Returns the widest network that may be a single sender. */
export function widestNetwork(address: string): string {
  return networksAround(address).at(-1)?.network ?? address
}

function expandIPv6(address: string): string[] {
  // The URL parser writes every form of IPv6, even with an embedded IPv4, as shortened groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function mappedIPv4(groups: string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return null
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
