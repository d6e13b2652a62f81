import type { Context } from '../context.ts'
import { addressesAt, countAddresses } from './store.ts'

/** How many profiles one part of the list has; a sitemap may hold fifty thousand addresses. */
const ADDRESSES_IN_PART = 10_000

/** A profile that search engines may find, and the day it last changed. */
export type Address = { username: string; day: string }

/** Returns how many parts the list of all profiles has: at least one, which may be empty. */
export async function countAddressParts({ sql }: Context): Promise<number> {
  return Math.max(1, Math.ceil((await countAddresses(sql)) / ADDRESSES_IN_PART))
}

/** Returns one part of the list of profiles in the directory, counted from 1 (D71). */
export function listAddresses({ sql }: Context, part: number): Promise<Address[]> {
  return addressesAt(sql, { skip: (part - 1) * ADDRESSES_IN_PART, limit: ADDRESSES_IN_PART })
}
