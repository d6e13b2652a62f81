import type { Device } from './device.ts'

/** A blob as a database keeps it that takes none: its bytes, and what they are. */
type BareBlob = { type: string; bytes: ArrayBuffer }

/** What a row holds in place of a blob. Read again, it is a blob, whichever it was. */
type StoredBlob = Blob | BareBlob

/** A row as it is written: see `toStore`. */
export type Written<Row extends { blob: Blob }> = Omit<Row, 'blob'> & { blob: StoredBlob }

/** Which databases take blobs, as far as that is known on this page. */
const takesBlobs = new WeakMap<Device, boolean>()

/**
 * A blob as this browser keeps it: Safari's private windows keep plain bytes and refuse a blob, which undoes the whole
 * transaction. It is asked for before a transaction begins, because reading a blob's bytes would end that.
 */
export async function toStore(database: Device, blob: Blob): Promise<StoredBlob> {
  if (!takesBlobs.has(database)) takesBlobs.set(database, await tryBlob(database))
  return takesBlobs.get(database) ? blob : { type: blob.type, bytes: await blob.arrayBuffer() }
}

/** So much of a file is in memory twice. */
const PIECE_BYTES = 4 * 1_024 * 1_024

/**
 * A file's bytes apart from the file: a private window of Chromium stores of a file only where it lies, and loses the
 * video when its owner moves, changes or deletes that file.
 */
export async function copyOf(file: Blob): Promise<Blob> {
  const pieces: Blob[] = []
  for (let from = 0; from < file.size; from += PIECE_BYTES)
    pieces.push(new Blob([await file.slice(from, from + PIECE_BYTES).arrayBuffer()]))
  return new Blob(pieces, { type: file.type })
}

/** Makes the rows of these tables hold a blob again when they are read. */
export function readAsBlobs(database: Device, tables: readonly string[]): void {
  for (const name of tables) database.table(name).hook('reading', withBlob)
}

/** What was looked for and is not there comes here, too. */
function withBlob<Row extends { blob?: StoredBlob } | undefined>(row: Row): Row {
  const blob = row?.blob
  if (!blob || !('bytes' in blob) || !(blob.bytes instanceof ArrayBuffer)) return row
  const { bytes, type } = blob
  return { ...row, blob: new Blob([bytes], { type }) }
}

const TRIAL = 'trial'

/** Keeps an empty blob for as long as one transaction runs. Any other trouble is told by what is kept next. */
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
