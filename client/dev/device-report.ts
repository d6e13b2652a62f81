import type { Session } from '../api/session.ts'
import { type OutboxRow, openDevice, type TakeRow } from '../db/device.ts'
import {
  type CacheLine,
  readCaches,
  readStorage,
  readWorkers,
  type StorageLine,
  type WorkerLine,
} from './read-browser.ts'
import {
  readCheckpoints,
  readDatabases,
  type StoredCheckpoint,
  type StoredDatabase,
} from './read-databases.ts'

/** A recording on this device, with the size of its video, if it is complete, and the number of its chunks. */
export type TakeLine = TakeRow & { videoBytes: number | null; chunks: number }

/**
 * The data that this device stores for the account that uses it now. For videos the report has the size and not the
 * bytes.
 */
export type DeviceReport = {
  at: string
  account: Pick<Session, 'account' | 'state' | 'person' | 'confirmed' | 'epoch' | 'skewMs'>
  outbox: OutboxRow[]
  takes: TakeLine[]
  kept: { videoId: string; bytes: number; type: string }[]
  checkpoints: StoredCheckpoint[]
  databases: StoredDatabase[]
  caches: CacheLine[]
  workers: WorkerLine[]
  storage: StorageLine
}

/** Reads everything again and changes nothing. */
export async function readDeviceReport(session: Session): Promise<DeviceReport> {
  const { account, state, person, confirmed, epoch, skewMs } = session
  const device = openDevice(account)
  const [outbox, takes, kept, checkpoints, databases, caches, workers, storage] = await Promise.all([
    device.outbox.orderBy('counter').toArray(),
    readTakes(account),
    device.kept.toArray(),
    readCheckpoints(),
    readDatabases(),
    readCaches(),
    readWorkers(),
    readStorage(),
  ])
  return {
    at: new Date().toISOString(),
    account: { account, state, person, confirmed, epoch, skewMs },
    outbox,
    takes,
    kept: kept.map(({ videoId, bytes, type }) => ({ videoId, bytes, type })),
    checkpoints,
    databases,
    caches,
    workers,
    storage,
  }
}

async function readTakes(account: string): Promise<TakeLine[]> {
  const { takes, videos, chunks } = openDevice(account)
  const rows = await takes.toArray()
  return Promise.all(
    rows.map(async (take) => ({
      ...take,
      videoBytes: (await videos.get(take.id))?.blob.size ?? null,
      chunks: await chunks.where({ takeId: take.id }).count(),
    })),
  )
}
