import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, Upload } from '@tus/server'
import type { UploadLookup } from '../storage.ts'

/** So much is written at once at most, and so much more is taken from the line meanwhile. */
const pieceBytes = 512 * 1_024
/** So much is written as soon as the disk is idle: what a slow line brought is not lost with the process. */
const leastBytes = 64 * 1_024
/** After so much of one request it is looked whether there is still room: many come at once, each into the same. */
const bytesBetweenLooks = 8 * 1_024 * 1_024
/** Of so many unfinished uploads the hash is known as far as they have come. */
const hashesKept = 500

/** The protocol's files, without its notes beside them: the length of an upload stands in its row. */
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

  /** A file that is already there keeps its bytes: of two creations at once one came late. */
  override async create(upload: Upload): Promise<Upload> {
    const file = path.join(this.directory, upload.id)
    const handle = await open(file, 'a', 0o600)
    await handle.close()
    upload.storage = { type: 'file', path: file }
    return upload
  }

  /**
   * What a reply or a HEAD acknowledges must outlive a power cut, or the device would go on behind a hole. What came
   * before a line broke is kept, so that little is sent again.
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

  /** The hash of an upload of so many bytes, if all of them came through here one after another; it is told once. */
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
 * Writes what comes, piece by piece, while the next one gathers; a line that breaks ends it with what has come, and so does
 * a disk that runs full. The two
 * pieces are used over and over: a new one each time would have memory collected all the while.
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
    // whoever waits for the writing hears of its failure
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
