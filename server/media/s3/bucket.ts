import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { InternalError } from '../../log.ts'
import { every } from '../../pause.ts'
import type { Bucket } from '../../store-address.ts'

/** After this long without an answer a store counts as gone, and the caller tries again. */
const CONNECT_MS = 5_000
const ANSWER_MS = 60_000
const STALLED_MS = 30_000

/** Errors are thrown, and the caller logs them. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

export type Found = { key: string; bytes: number; modifiedAt: Date }
export type Begun = { key: string; uploadId: string; begunAt: Date }

/** The objects of a bucket, by their whole keys. Errors of S3 are thrown as its SDK's errors. */
export type Objects = ReturnType<typeof openBucket>

/**
 * Returns the SDK's configuration for a bucket. The SDK adds no checksums, because stores other than AWS's refuse
 * them; writes have an MD5 instead, and uploads are hashed when they are read back.
 */
export function clientConfig({
  endpoint,
  region,
  credentials,
  pathStyle,
  patienceMs,
}: Bucket): S3ClientConfig {
  return {
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    logger: SILENT,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: patienceMs ?? ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  }
}

export function openBucket(address: Bucket) {
  const client = new S3Client(clientConfig(address))
  const Bucket = address.bucket
  const stalledMs = address.patienceMs ?? STALLED_MS
  const put = async (
    Key: string,
    { Body, bytes, md5 }: { Body: Uint8Array | Readable; bytes: number; md5: string },
  ) =>
    void (await client.send(
      new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes, ContentMD5: md5 }),
    ))
  return {
    client,
    bucket: Bucket,
    /** Returns the object's details; null when there is none. */
    head: async (Key: string): Promise<Found | null> => {
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })))
      return found && foundOf(Key, found.ContentLength, found.LastModified)
    },
    read: (Key: string, range?: { start: number; end: number }) =>
      readObject(client, { Bucket, Key, stalledMs }, range),
    put: (Key: string, Body: Uint8Array) =>
      put(Key, { Body, bytes: Body.length, md5: createHash('md5').update(Body).digest('base64') }),
    putFile: async (Key: string, file: string) => {
      const md5 = createHash('md5')
      await pipeline(createReadStream(file), md5)
      const { size } = await stat(file)
      await put(Key, { Body: createReadStream(file), bytes: size, md5: md5.digest('base64') })
    },
    remove: async (Key: string) => void (await orNull(client.send(new DeleteObjectCommand({ Bucket, Key })))),
    list: (Prefix: string) => listObjects(client, { Bucket, Prefix }),
    begun: (Prefix: string) => listBegun(client, { Bucket, Prefix }),
    abort: async (Key: string, UploadId: string) =>
      void (await orNull(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))),
  }
}

/** Returns whether the store says that there is no such object or upload; a missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket'
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Named = { Bucket: string; Key: string; stalledMs: number }

/** Reads an object piece by piece. A stalled store ends the reading with an error; a slow reader does not. */
async function* readObject(
  client: S3Client,
  { stalledMs, ...named }: Named,
  range?: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const Range = range && `bytes=${range.start}-${range.end}`
  const { Body } = await client.send(new GetObjectCommand({ ...named, Range }))
  const body = Body as Readable
  const pieces = body[Symbol.asyncIterator]()
  const stalled = () => void body.destroy(new Error('the store of files stalled'))
  try {
    for (;;) {
      const stopWaiting = every(stalledMs, stalled)
      const next = await pieces.next().finally(stopWaiting)
      if (next.done) return
      yield next.value as Buffer
    }
  } finally {
    body.destroy()
  }
}

function foundOf(key: string | undefined, bytes: number | undefined, modifiedAt: Date | undefined): Found {
  if (key === undefined || bytes === undefined || !modifiedAt)
    throw new InternalError('the store of files told less of an object than it must')
  return { key, bytes, modifiedAt }
}

async function* listObjects(client: S3Client, of: { Bucket: string; Prefix: string }): AsyncGenerator<Found> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ ...of, ContinuationToken }))
    for (const { Key, Size, LastModified } of page.Contents ?? []) yield foundOf(Key, Size, LastModified)
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

/** Yields the multipart uploads that were neither completed nor aborted. */
async function* listBegun(client: S3Client, of: { Bucket: string; Prefix: string }): AsyncGenerator<Begun> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...of, ...after }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId && Initiated) yield { key: Key, uploadId: UploadId, begunAt: Initiated }
    }
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : null
  }
}
