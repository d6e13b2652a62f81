import { LIMITS } from '../../sync/limits.ts'
import { type Device, openDevice } from './device.ts'

const KEPT = 40
const DELAY_MS = 500

/** The snapshots of one account that this page has read or written, so that a reopened list is painted at once. */
let known: { account: string; snapshots: Map<string, unknown[]>; areLoaded?: boolean } | null = null

/** Loads an account's list snapshots, so that the first screen is painted with its rows. */
export async function loadListSnapshots(account: string): Promise<void> {
  const snapshots = snapshotsOf(account)
  const kept = await openDevice(account).heads.toArray()
  // Keep a snapshot that a list has stored in the meantime, because it is newer.
  for (const { key, rows } of kept) if (!snapshots.has(key)) snapshots.set(key, rows)
  if (known?.snapshots === snapshots) known.areLoaded = true
}

/**
 * Returns whether all of an account's snapshots have been loaded. From then on an unknown snapshot does not exist.
 */
export function areListSnapshotsLoaded(account: string): boolean {
  return known?.account === account && known.areLoaded === true
}

/** Drops an account's snapshots from memory. */
export function dropSnapshots(account: string): void {
  if (known?.account === account) known.snapshots.clear()
}

/** Returns the first rows of a list as last shown, from memory; null when they are not in memory. */
export function knownSnapshot<T>(account: string, key: string): T[] | null {
  return (snapshotsOf(account).get(key) as T[] | undefined) ?? null
}

/** Returns the first rows of a list as last shown, from the device's database; null when there are none. */
export async function readSnapshot<T>(device: Device, key: string): Promise<T[] | null> {
  const snapshot = await device.heads.get(key).catch(() => undefined)
  return (snapshot?.rows as T[] | undefined) ?? null
}

/** Creates a keeper that stores a list's first rows for the next visit, a moment after their last change. */
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
  // Delete before setting, so that the snapshot that changed last comes last in the map.
  snapshots.delete(key)
  snapshots.set(key, snapshot)
  const [oldest] = snapshots.keys()
  if (snapshots.size > KEPT && oldest !== undefined) snapshots.delete(oldest)
}

/** Returns the snapshots of an account, dropping those of any other account. */
function snapshotsOf(account: string): Map<string, unknown[]> {
  if (known?.account !== account) known = { account, snapshots: new Map() }
  return known.snapshots
}

/**
 * Stores a snapshot. Errors are ignored, because a snapshot is a convenience that a full or closed database can do
 * without.
 */
async function writeSnapshot(device: Device, key: string, rows: unknown[]): Promise<void> {
  try {
    await device.heads.put({ key, rows, savedAt: Date.now() })
    const surplus = (await device.heads.count()) - KEPT
    if (surplus > 0) await device.heads.orderBy('savedAt').limit(surplus).delete()
  } catch {}
}
