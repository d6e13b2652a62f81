import { type Bucket, bucketName } from '../../store-address.ts'
import { BUCKET_ROOM } from '../room.ts'
import type { MarkPlace } from '../storage.ts'
import type { Objects } from './bucket.ts'

/** Returns access to the mark of a bucket. Errors of S3 name the variables that may be wrong. */
export function bucketMark(
  objects: Objects,
  { key, served }: { key: string; served: string },
  address: Bucket,
): MarkPlace {
  const called = `The bucket ${bucketName(address)}`
  const told = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw new Error(`${called} does not answer as it must: ${wordsOf(error)} (${wayOut(error)})`)
    })
  return {
    called,
    variable: 'STORAGE',
    ifLost: 'Set STORAGE to the bucket that holds them.',
    read: () => told(readText(objects, key)),
    write: (text) => told(objects.put(key, Buffer.from(text))),
    isEmpty: () => told(hasNone(objects, served)),
    room: async () => BUCKET_ROOM,
  }
}

async function readText(objects: Objects, key: string): Promise<string | null> {
  if (!(await objects.head(key))) {
    // a missing bucket gives the same answer for each object, so list it, which tells them apart
    for await (const _ of objects.list(key)) break
    return null
  }
  const pieces: Buffer[] = []
  for await (const piece of objects.read(key)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

async function hasNone(objects: Objects, prefix: string): Promise<boolean> {
  for await (const _ of objects.list(prefix)) return false
  return true
}

function wordsOf(error: unknown): string {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  // the answer to a HEAD has no message, only a status
  return [$metadata?.httpStatusCode, name, message !== name && message].filter(Boolean).join(', ')
}

const wayOuts: [RegExp, string][] = [
  [
    /NoSuchBucket|NotFound|MovedPermanently|Redirect/,
    'STORAGE, S3_REGION and S3_ENDPOINT say which bucket it is',
  ],
  [
    /AccessKey|Signature|AccessDenied|Forbidden|Credential|403/,
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY say who reads and writes it',
  ],
]

function wayOut(error: unknown): string {
  return wayOuts.find(([which]) => which.test(wordsOf(error)))?.[1] ?? 'S3_ENDPOINT says where it is'
}
