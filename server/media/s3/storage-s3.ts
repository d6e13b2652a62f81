import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InternalError } from '../../log.ts'
import type { Bucket } from '../../store-address.ts'
import { BUCKET_ROOM } from '../room.ts'
import type { Blob, BlobArea, BlobStore } from '../storage.ts'
import { type Objects, openBucket } from './bucket.ts'
import { bucketMark } from './bucket-mark.ts'
import { signedAddresses } from './signed.ts'
import { UploadObjects } from './upload-objects.ts'

const safeKey = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)?$/
/** The objects that the upload protocol keeps beside an incomplete upload. */
const BESIDE = /\.(info|part)$/

/**
 * Creates a store that keeps videos and pictures as objects of a bucket, under a prefix for each area. A tool that
 * needs a file gets one in this machine's temporary folder.
 */
export async function createS3Store(address: Bucket): Promise<BlobStore> {
  const objects = openBucket(address)
  const areaOf = (area: BlobArea) => `${address.prefix}${area}/`
  const keyOf = (area: BlobArea, key: string) => {
    if (!safeKey.test(key)) throw new InternalError('no blob has such a name')
    return areaOf(area) + key
  }
  const options = { address, objects, keyOf: (id: string) => keyOf('uploads', id) }
  const sent = new UploadObjects({ ...options, lookup: async () => undefined })
  const read: BlobStore['read'] = (area, key, range) =>
    Readable.from(objects.read(keyOf(area, key), range), { objectMode: false })
  return {
    mark: bucketMark(
      objects,
      { key: `${address.prefix}infield-store.json`, served: areaOf('served') },
      address,
    ),
    uploads: (lookup) => new UploadObjects({ ...options, lookup }),
    async stat(area, key) {
      const found = area === 'uploads' ? await sent.look(key) : await objects.head(keyOf(area, key))
      return found && { key, bytes: found.bytes, modifiedAt: found.modifiedAt }
    },
    read,
    piece: async (area, key, range) => ({
      bytes: await bytesOf(read(area, key, range), range.end - range.start + 1),
      giveBack() {},
    }),
    settle: (uploadId) => sent.finish(uploadId),
    hash: (uploadId) => hashOf(read('uploads', uploadId)),
    async local(area, key) {
      const file = lentFile(key)
      const release = () => giveBack(file)
      try {
        await pipeline(read(area, key), createWriteStream(file, { mode: 0o600 }))
        return { file, release }
      } catch (error) {
        await release()
        throw error
      }
    },
    draft: lentFile,
    // making it again gives the same file, so a second server may overwrite it
    keep: (draft, key) => objects.putFile(keyOf('served', key), draft),
    discard: giveBack,
    put: (area, key, bytes) => objects.put(keyOf(area, key), bytes),
    bring: (area, key, file) => objects.putFile(keyOf(area, key), file),
    remove: (area, key) => (area === 'uploads' ? sent.remove(key) : objects.remove(keyOf(area, key))),
    list: (area) =>
      area === 'uploads' ? listUploads(objects, areaOf(area)) : listArea(objects, areaOf(area)),
    room: async () => BUCKET_ROOM,
    ...(address.signedRedirect && {
      signed: await signedAddresses(objects, (key) => keyOf('served', key)),
    }),
  }
}

/** Returns a path in a new folder that only this user can read, and that is removed together with the file. */
const lentFile = (name: string) => path.join(mkdtempSync(path.join(os.tmpdir(), 'infield-files-')), name)

const giveBack = (file: string) => rm(path.dirname(file), { recursive: true, force: true })

async function* listArea(objects: Objects, prefix: string): AsyncGenerator<Blob> {
  for await (const { key, bytes, modifiedAt } of objects.list(prefix))
    yield { key: key.slice(prefix.length), bytes, modifiedAt }
}

/** Yields each upload once, including incomplete ones and those of which only the beginning exists. */
async function* listUploads(objects: Objects, prefix: string): AsyncGenerator<Blob> {
  let last = null as Blob | null
  for await (const { key: name, bytes, modifiedAt } of listArea(objects, prefix)) {
    const key = name.replace(BESIDE, '')
    const blob: Blob = { key, bytes, modifiedAt, ...(key !== name && { isPartial: true }) }
    // the whole object sorts before those kept beside it
    if (last && last.key !== key) yield last
    if (last?.key === key && last.modifiedAt >= modifiedAt) continue
    last = last?.key === key ? { ...last, modifiedAt } : blob
  }
  if (last) yield last
  for await (const { key, begunAt } of objects.begun(prefix))
    yield { key: key.slice(prefix.length), bytes: 0, modifiedAt: begunAt, isPartial: true }
}

async function bytesOf(from: Readable, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let at = 0
  for await (const piece of from as AsyncIterable<Uint8Array>) {
    bytes.set(piece, at)
    at += piece.length
  }
  if (at !== length) throw new InternalError(`an object ended ${length - at} bytes too early`)
  return bytes
}

async function hashOf(from: Readable): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of from as AsyncIterable<Uint8Array>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
