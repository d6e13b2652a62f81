import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, mkdirSync } from 'node:fs'
import { chmod, copyFile, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Room } from '../disk-room.ts'
import { InternalError } from '../log.ts'
import { folderMark } from './disk/folder-mark.ts'
import { createRangeReader } from './disk/range-reader.ts'
import { UploadFiles } from './disk/upload-files.ts'
import { AMPLE } from './room.ts'
import type { Blob, BlobArea, BlobStore } from './storage.ts'

/** The piece size for streaming a file; smaller pieces cost more than they save. */
const READ_BYTES = 262_144

const safeKey = /^\.?[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)?$/

/**
 * Creates a store that keeps videos and pictures as files of this machine, in a folder for each area that only this
 * user can read. `room` tells how full the disk is; without it, as in tests, there is always room.
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
  const readPiece = createRangeReader()
  /** Writes a draft beside the file and renames it, so that an existing file is always complete. */
  const publish = async (area: BlobArea, key: string, write: (draft: string) => Promise<void>) => {
    const [file, draft] = [fileOf(area, key), fileOf(area, `.${key}`)]
    await write(draft)
    await syncToDisk(draft, 'r+')
    await rename(draft, file)
    await syncToDisk(folders[area], 'r')
  }
  return {
    mark: folderMark(dir, room),
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
    put: (area, key, bytes) => publish(area, key, (draft) => writeFile(draft, bytes, { mode: 0o600 })),
    bring: (area, key, from) =>
      publish(area, key, async (draft) => {
        await copyFile(from, draft)
        await chmod(draft, 0o600)
      }),
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
