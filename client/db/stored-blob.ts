import type { Device } from './device.ts'

/** A blob in a database that does not accept blobs: its bytes and their type. */
type BareBlob = { type: string; bytes: ArrayBuffer }

/** What a row holds in place of a blob. Reading the row turns either form into a blob. */
type StoredBlob = Blob | BareBlob

/** A row as it is written; see `toStore`. */
export type Written<Row extends { blob: Blob }> = Omit<Row, 'blob'> & { blob: StoredBlob }

/** Which databases accept blobs, as far as this page knows. */
const takesBlobs = new WeakMap<Device, boolean>()

/**
 * Converts a blob to the form that this browser can store. Safari's private windows store plain bytes, but refuse a
 * blob and undo the whole transaction. Call it before a transaction begins, because waiting for a blob's bytes
 * would end the transaction.
 */
export async function toStore(database: Device, blob: Blob): Promise<StoredBlob> {
  if (!takesBlobs.has(database)) takesBlobs.set(database, await tryBlob(database))
  return takesBlobs.get(database) ? blob : { type: blob.type, bytes: await blob.arrayBuffer() }
}

/** How many bytes of a file are held in memory twice while it is copied. */
const PIECE_BYTES = 4 * 1_024 * 1_024

/**
 * Copies a file's bytes. A private window of Chromium stores only a file's path, so it would lose the video when
 * the user moves, changes or deletes the file.
 */
export async function copyOf(file: Blob): Promise<Blob> {
  const pieces: Blob[] = []
  for (let from = 0; from < file.size; from += PIECE_BYTES)
    pieces.push(new Blob([await file.slice(from, from + PIECE_BYTES).arrayBuffer()]))
  return new Blob(pieces, { type: file.type })
}

/** Makes reads of these tables return blobs again. */
export function readAsBlobs(database: Device, tables: readonly string[]): void {
  for (const name of tables) database.table(name).hook('reading', withBlob)
}

/** Dexie also calls this with `undefined`, for a row that does not exist. */
function withBlob<Row extends { blob?: StoredBlob } | undefined>(row: Row): Row {
  const blob = row?.blob
  if (!blob || !('bytes' in blob) || !(blob.bytes instanceof ArrayBuffer)) return row
  const { bytes, type } = blob
  return { ...row, blob: new Blob([bytes], { type }) }
}

const TRIAL = 'trial'

/**
 * Checks whether the database accepts blobs by storing an empty row for the length of one transaction. Other errors
 * count as a yes, because the next write reports them.
 */
async function tryBlob(database: Device): Promise<boolean> {
  try {
    await database.transaction('rw', 'videos', async () => {
      const videos = database.table('videos')
      await videos.put({ id: TRIAL, blob: new Blob(['?']) })
      await videos.delete(TRIAL)
    })
    return true
  } catch (error) {
    return !(error instanceof Error && ['UnknownError', 'DataCloneError'].includes(error.name))
  }
}
