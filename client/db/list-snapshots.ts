import { LIMITS } from '../../sync/limits.ts'
import { type Device, openDevice } from './device.ts'

const KEPT = 40
const DELAY_MS = 500

/** The heads of one account that this page has read or written: a list that is opened again stands at once. */
let known: { account: string; heads: Map<string, unknown[]>; areLoaded?: boolean } | null = null

/** Reads what the lists of an account showed last, so that the first screen is painted with its rows. */
export async function loadHeads(account: string): Promise<void> {
  const heads = headsOf(account)
  const kept = await openDevice(account).heads.toArray()
  // what a list has shown meanwhile is newer
  for (const { key, rows } of kept) if (!heads.has(key)) heads.set(key, rows)
  if (known?.heads === heads) known.areLoaded = true
}

/** Whether all that is kept for an account was read: a head that is not known then is none. */
export function areHeadsLoaded(account: string): boolean {
  return known?.account === account && known.areLoaded === true
}

/** The first rows of a list as they were last shown; null where that is not known yet. */
export function knownHead<T>(account: string, key: string): T[] | null {
  return (headsOf(account).get(key) as T[] | undefined) ?? null
}

/** The same from the device's database. */
export async function readHead<T>(device: Device, key: string): Promise<T[] | null> {
  const head = await device.heads.get(key).catch(() => undefined)
  return (head?.rows as T[] | undefined) ?? null
}

/** Keeps a list's first rows for the next visit, a moment after they last changed. */
export function headKeeper(device: Device, key: string): { keep(rows: unknown[]): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    keep(rows) {
      const head = rows.slice(0, LIMITS.headRows)
      remember(device.account, key, head)
      clearTimeout(timer)
      timer = setTimeout(() => void writeHead(device, key, head), DELAY_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

function remember(account: string, key: string, head: unknown[]): void {
  const heads = headsOf(account)
  // the one that changed last stands last
  heads.delete(key)
  heads.set(key, head)
  const [oldest] = heads.keys()
  if (heads.size > KEPT && oldest !== undefined) heads.delete(oldest)
}

/** What was known of somebody else is forgotten. */
function headsOf(account: string): Map<string, unknown[]> {
  if (known?.account !== account) known = { account, heads: new Map() }
  return known.heads
}

/** A head is a convenience: a full or closed database goes without. */
async function writeHead(device: Device, key: string, rows: unknown[]): Promise<void> {
  try {
    await device.heads.put({ key, rows, savedAt: Date.now() })
    const surplus = (await device.heads.count()) - KEPT
    if (surplus > 0) await device.heads.orderBy('savedAt').limit(surplus).delete()
  } catch {}
}
