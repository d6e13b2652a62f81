import { LIMITS } from '../../sync/limits.ts'
import { type Device, openDevice } from './device.ts'

const KEPT = 40
const DELAY_MS = 500

/** The snapshots of one account that this page has read or written: a list that is opened again stands at once. */
let known: { account: string; snapshots: Map<string, unknown[]>; areLoaded?: boolean } | null = null

/** Reads what the lists of an account showed last, so that the first screen is painted with its rows. */
export async function loadListSnapshots(account: string): Promise<void> {
  const snapshots = snapshotsOf(account)
  const kept = await openDevice(account).heads.toArray()
  // what a list has shown meanwhile is newer
  for (const { key, rows } of kept) if (!snapshots.has(key)) snapshots.set(key, rows)
  if (known?.snapshots === snapshots) known.areLoaded = true
}

/** Whether all that is kept for an account was read: a snapshot that is not known then is none. */
export function areListSnapshotsLoaded(account: string): boolean {
  return known?.account === account && known.areLoaded === true
}

/** The first rows of a list as they were last shown; null where that is not known yet. */
export function knownSnapshot<T>(account: string, key: string): T[] | null {
  return (snapshotsOf(account).get(key) as T[] | undefined) ?? null
}

/** The same from the device's database. */
export async function readSnapshot<T>(device: Device, key: string): Promise<T[] | null> {
  const snapshot = await device.heads.get(key).catch(() => undefined)
  return (snapshot?.rows as T[] | undefined) ?? null
}

/** Keeps a list's first rows for the next visit, a moment after they last changed. */
export function snapshotKeeper(device: Device, key: string): { keep(rows: unknown[]): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    keep(rows) {
      const snapshot = rows.slice(0, LIMITS.snapshotRows)
      remember(device.account, key, snapshot)
      clearTimeout(timer)
      timer = setTimeout(() => void writeSnapshot(device, key, snapshot), DELAY_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

function remember(account: string, key: string, snapshot: unknown[]): void {
  const snapshots = snapshotsOf(account)
  // the one that changed last stands last
  snapshots.delete(key)
  snapshots.set(key, snapshot)
  const [oldest] = snapshots.keys()
  if (snapshots.size > KEPT && oldest !== undefined) snapshots.delete(oldest)
}

/** What was known of somebody else is forgotten. */
function snapshotsOf(account: string): Map<string, unknown[]> {
  if (known?.account !== account) known = { account, snapshots: new Map() }
  return known.snapshots
}

/** A snapshot is a convenience: a full or closed database goes without. */
async function writeSnapshot(device: Device, key: string, rows: unknown[]): Promise<void> {
  try {
    await device.heads.put({ key, rows, savedAt: Date.now() })
    const surplus = (await device.heads.count()) - KEPT
    if (surplus > 0) await device.heads.orderBy('savedAt').limit(surplus).delete()
  } catch {}
}
