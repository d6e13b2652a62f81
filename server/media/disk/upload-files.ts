import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, Upload } from '@tus/server'
import type { UploadLookup } from '../storage.ts'

/** The most bytes written at once, and the most received meanwhile. */
const pieceBytes = 512 * 1_024
/**
 * How many bytes are written as soon as the disk is idle, so that little is lost with the process on a slow
 * connection.
 */
const leastBytes = 64 * 1_024
/** How many bytes of one request pass between checks for free space, because many uploads share it. */
const bytesBetweenLooks = 8 * 1_024 * 1_024
/** For how many unfinished uploads the hash so far is kept. */
const hashesKept = 500

/** The files of the tus protocol, without its files of notes: the length of an upload is in its row. */
export class UploadFiles extends FileStore {
  readonly #hashes = new Map<string, { hash: Hash; bytes: number }>()
  readonly #lookup: UploadLookup

  constructor(directory: string, lookup: UploadLookup) {
    super({
      directory,
      configstore: {
        async get(id) {
          const found = await lookup(id)
          return found && new Upload({ id, size: found.bytes, offset: 0 })
        },
        set: async () => {},
        delete: async () => {},
      },
    })
    this.#lookup = lookup
    this.extensions = ['creation', 'termination']
  }

  /** Keeps the bytes of an existing file, because it was created by a concurrent creation. */
  override async create(upload: Upload): Promise<Upload> {
    const file = path.join(this.directory, upload.id)
    const handle = await open(file, 'a', 0o600)
    await handle.close()
    upload.storage = { type: 'file', path: file }
    return upload
  }

  /**
   * Writes the bytes of a request and flushes them, because bytes that a reply or a HEAD acknowledges must survive
   * a power cut; otherwise the device would continue behind a gap. Bytes received before a connection broke are
   * kept, so that little is sent again.
   */
  override async write(...[readable, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const file = path.join(this.directory, id)
    const known = this.#hashes.get(id)
    this.#hashes.delete(id)
    const hash = offset === 0 ? createHash('sha256') : known?.bytes === offset ? known.hash : null
    const handle = await open(file, 'r+').catch(() => {
      throw ERRORS.FILE_WRITE_ERROR
    })
    try {
      const hasRoom = async () => (await this.#lookup(id))?.hasRoom() ?? false
      const { bytes, isCut } = await takePieces(readable, { handle, hash, offset, hasRoom })
      if (hash) this.#remember(id, { hash, bytes })
      if (isCut) throw ERRORS.FILE_WRITE_ERROR
      return bytes
    } finally {
      await handle.sync().finally(() => handle.close())
    }
  }

  /** Returns the hash of an upload of this many bytes, if all of them were written here in sequence; once only. */
  takeHash(id: string, bytes: number): string | null {
    const known = this.#hashes.get(id)
    this.#hashes.delete(id)
    return known?.bytes === bytes ? known.hash.digest('hex') : null
  }

  #remember(id: string, known: { hash: Hash; bytes: number }): void {
    this.#hashes.set(id, known)
    const [oldest] = this.#hashes.keys()
    if (this.#hashes.size > hashesKept && oldest !== undefined) this.#hashes.delete(oldest)
  }
}

type Taking = { handle: FileHandle; hash: Hash | null; offset: number; hasRoom(): Promise<boolean> }

/**
 * Writes the bytes piece by piece while the next piece gathers. A broken connection or a full disk ends it and
 * keeps what was received. The two buffers are reused, because new ones would keep the garbage collector busy.
 */
async function takePieces(
  readable: AsyncIterable<Uint8Array>,
  { handle, hash, offset, hasRoom }: Taking,
): Promise<{ bytes: number; isCut: boolean }> {
  const pieces = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)] as const
  let [gathering, spare] = pieces
  let gathered = 0
  let end = offset
  let writing: Promise<unknown> = Promise.resolve()
  let isIdle = true
  const flush = async () => {
    await writing
    const piece = gathering.subarray(0, gathered)
    isIdle = false
    writing = writeWhole(handle, piece, end).then(() => {
      isIdle = true
    })
    // the next await of `writing` reports the failure
    writing.catch(() => {})
    hash?.update(piece)
    end += gathered
    gathered = 0
    ;[gathering, spare] = [spare, gathering]
  }
  let isCut = false
  let unlooked = 0
  try {
    for await (const chunk of readable) {
      if (unlooked >= bytesBetweenLooks) {
        unlooked = 0
        if (!(await hasRoom())) throw ERRORS.FILE_WRITE_ERROR
      }
      unlooked += chunk.length
      for (let from = 0; from < chunk.length; ) {
        const part = chunk.subarray(from, from + pieceBytes - gathered)
        gathering.set(part, gathered)
        gathered += part.length
        from += part.length
        if (gathered === pieceBytes || (isIdle && gathered >= leastBytes)) await flush()
      }
    }
  } catch {
    isCut = true
  }
  await flush()
  await writing
  return { bytes: end, isCut }
}

async function writeWhole(handle: FileHandle, piece: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < piece.length) {
    const { bytesWritten } = await handle.write(piece, written, piece.length - written, position + written)
    written += bytesWritten
  }
}
