import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, mkdirSync } from 'node:fs'
import { open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import { InternalError } from '../log.ts'
import { createPieceReader, type Piece } from './disk/pieces.ts'
import { UploadFiles, type UploadLookup } from './disk/upload-files.ts'
import { AMPLE, type Room } from './room.ts'

/**
 * `uploads` holds what devices sent, named by upload; `served` what is played; `pictures` those of people. Nothing in
 * `uploads` is ever served.
 */
export type BlobArea = 'uploads' | 'served' | 'pictures'

export type Blob = { key: string; bytes: number; modifiedAt: Date }

/** Where videos lie. Keys are made by the server; a key that could leave its folder throws. */
export type BlobStore = {
  /** The upload protocol's own door to `uploads`. */
  uploads(lookup: UploadLookup): DataStore
  stat(area: BlobArea, key: string): Promise<Blob | null>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  read(area: BlobArea, key: string, range?: { start: number; end: number }): Readable
  /** The bytes from `start` to `end`, both included, at once: no more than `PIECE_BYTES`, in lent memory. */
  piece(area: BlobArea, key: string, range: { start: number; end: number }): Promise<Piece>
  /** Afterwards an upload's bytes survive a power cut. */
  settle(uploadId: string): Promise<void>
  /** What an upload's bytes are; they are read again only where they did not all come through this process. */
  hash(uploadId: string): Promise<{ sha256: string; bytes: number }>
  /** A blob as a file of this machine, for as long as it is not released. */
  local(area: BlobArea, key: string): Promise<{ file: string; release(): Promise<void> }>
  /** The path of a fresh file of this machine, to be kept or discarded. */
  draft(name: string): string
  /** Puts a finished draft under `served`, whole and durable or not at all. */
  keep(draft: string, key: string): Promise<void>
  discard(draft: string): Promise<void>
  /** Puts a small blob there, whole and durable or not at all. */
  put(area: 'pictures', key: string, bytes: Uint8Array): Promise<void>
  /** Succeeds when there is nothing to remove. */
  remove(area: BlobArea, key: string): Promise<void>
  list(area: BlobArea): AsyncIterable<Blob>
  /** What is free on the disk. */
  room(): Promise<Room>
}

/** Read at once of a file that is streamed: smaller pieces cost more than they save. */
const READ_BYTES = 262_144

const safeKey = /^\.?[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)?$/

/**
 * Videos and pictures as files of this machine, in a folder for each area, readable by this user only. `room` says how full
 * the disk is; without it, as in tests, there is always room.
 */
export function createDiskStore(dir: string, room: () => Promise<Room> = async () => AMPLE): BlobStore {
  const folders = {
    uploads: makeFolder(path.join(dir, 'uploads')),
    served: makeFolder(path.join(dir, 'served')),
    pictures: makeFolder(path.join(dir, 'pictures')),
  }
  const fileOf = (area: BlobArea, key: string) => {
    if (!safeKey.test(key)) throw new InternalError('no blob has such a name')
    return path.join(folders[area], key)
  }
  const arriving: UploadFiles[] = []
  const readPiece = createPieceReader()
  return {
    uploads(lookup) {
      const files = new UploadFiles(folders.uploads, lookup)
      arriving.push(files)
      return files
    },
    stat: (area, key) => statBlob(fileOf(area, key), key),
    read: (area, key, range) => createReadStream(fileOf(area, key), { ...range, highWaterMark: READ_BYTES }),
    piece: (area, key, range) => readPiece(fileOf(area, key), range),
    async settle(uploadId) {
      await syncToDisk(fileOf('uploads', uploadId), 'r+')
      await syncToDisk(folders.uploads, 'r')
    },
    async hash(uploadId) {
      const file = fileOf('uploads', uploadId)
      const { size: bytes } = await stat(file)
      const known = arriving.map((files) => files.takeHash(uploadId, bytes)).find((found) => found !== null)
      return { sha256: known ?? (await hashFile(file)), bytes }
    },
    local: async (area, key) => ({ file: fileOf(area, key), release: async () => {} }),
    draft: (name) => fileOf('served', `.${name}`),
    async keep(draft, key) {
      await syncToDisk(draft, 'r+')
      await rename(draft, fileOf('served', key))
      await syncToDisk(folders.served, 'r')
    },
    discard: (draft) => rm(draft, { force: true }),
    async put(area, key, bytes) {
      const [file, draft] = [fileOf(area, key), fileOf(area, `.${key}`)]
      await writeFile(draft, bytes, { mode: 0o600 })
      await syncToDisk(draft, 'r+')
      await rename(draft, file)
      await syncToDisk(folders[area], 'r')
    },
    remove: (area, key) => rm(fileOf(area, key), { force: true }),
    list: (area) => listFolder(folders[area]),
    room,
  }
}

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

async function syncToDisk(file: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) hash.update(chunk)
  return hash.digest('hex')
}

async function statBlob(file: string, key: string): Promise<Blob | null> {
  try {
    const { size, mtime } = await stat(file)
    return { key, bytes: size, modifiedAt: mtime }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function* listFolder(folder: string): AsyncIterable<Blob> {
  for await (const entry of await opendir(folder)) {
    const blob = entry.isFile() && (await statBlob(path.join(folder, entry.name), entry.name))
    if (blob) yield blob
  }
}

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 'ENOENT'
