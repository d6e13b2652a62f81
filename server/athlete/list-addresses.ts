import type { Context } from '../context.ts'
import { addressesAt, countAddresses } from './store.ts'

/** So many profiles stand in one part of the list; a sitemap may hold fifty thousand addresses. */
const ADDRESSES_IN_PART = 10_000

/** A profile that may be found, and the day it last changed. */
export type Address = { username: string; day: string }

/** How many parts the list of all profiles has; at least one, which may be empty. */
export async function countAddressParts({ sql }: Context): Promise<number> {
  return Math.max(1, Math.ceil((await countAddresses(sql)) / ADDRESSES_IN_PART))
}

/** One part of the list of profiles that stand in the directory, from 1 on (D71). */
export function listAddresses({ sql }: Context, part: number): Promise<Address[]> {
  return addressesAt(sql, { skip: (part - 1) * ADDRESSES_IN_PART, limit: ADDRESSES_IN_PART })
}
