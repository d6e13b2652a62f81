import type { Source } from './env.ts'
import { isLoopback } from './loopback.ts'

/** A bucket of an object store that supports S3. */
export type Bucket = {
  kind: 's3'
  bucket: string
  /** Prepended to every key, with a slash at its end; empty where the whole bucket is ours. */
  prefix: string
  /** Null: the endpoint of AWS for the region. */
  endpoint: string | null
  region: string
  /** Null: the credentials of this machine, such as the role of an instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether the bucket is named in the path rather than in the host. */
  pathStyle: boolean
  /** Whether players read from the store itself, at addresses valid for a minute. */
  signedRedirect: boolean
  /** How long the store may take to answer; by default half a minute or a minute. */
  patienceMs?: number
}

/** Where files are stored: in DATA_DIR, or in a bucket. */
export type StoreAddress = { kind: 'disk' } | Bucket

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9][A-Za-z0-9._/-]*?))?\/?$/

/** Returns the address of a bucket as it is configured and shown: `s3://bucket/prefix`. */
export const bucketName = ({ bucket, prefix }: Pick<Bucket, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}`

/** Checks whether STORAGE names a bucket, for commands that work on a folder. */
export const isInBucket = ({ STORAGE: text }: Source): boolean => !!text && text !== 'disk'

/** Reads STORAGE and the variables beginning with S3_, and adds a sentence to `mistakes` for each error. */
export function readStorage(source: Source, mistakes: string[]): StoreAddress {
  const text = source.STORAGE || 'disk'
  if (text === 'disk') return { kind: 'disk' }
  return readBucket('STORAGE', text, { source, mistakes }) ?? { kind: 'disk' }
}

/** Reads the address of a bucket in `variable`; null where it is not one. */
export function readBucket(
  variable: string,
  text: string,
  { source, mistakes }: { source: Source; mistakes: string[] },
): Bucket | null {
  const [matched, bucket = '', path = ''] = BUCKET.exec(text) ?? []
  if (matched === undefined) {
    mistakes.push(
      `${variable} is "${text}"; it must be disk, or a bucket such as s3://infield or s3://infield/prefix.`,
    )
    return null
  }
  const endpoint = readEndpoint(source, mistakes)
  if (!endpoint && !source.S3_REGION)
    mistakes.push(`${variable} is a bucket: set S3_ENDPOINT to its service, or S3_REGION to a region of AWS.`)
  return {
    kind: 's3',
    bucket,
    prefix: path && `${path}/`,
    endpoint,
    region: source.S3_REGION || 'us-east-1',
    credentials: readCredentials(source, mistakes),
    pathStyle: readFlag('S3_PATH_STYLE', { S3_PATH_STYLE: endpoint ? '1' : '0', ...source }, mistakes),
    signedRedirect: readFlag('S3_SIGNED_REDIRECT', source, mistakes),
  }
}

/** Reads S3_ENDPOINT. Beyond this machine it requires TLS, because videos and signatures are sent to it. */
function readEndpoint({ S3_ENDPOINT: text }: Source, mistakes: string[]): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname)))
    return text.replace(/\/+$/, '')
  mistakes.push(
    `S3_ENDPOINT is "${text}"; it must be an address such as https://s3.example, over https beyond this machine.`,
  )
  return null
}

function readCredentials(source: Source, mistakes: string[]): Bucket['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = source
  if (!accessKeyId && !secretAccessKey) return null
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  mistakes.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or none for a role of AWS.')
  return null
}

function readFlag(name: string, source: Source, mistakes: string[]): boolean {
  const text = source[name] || '0'
  if (text !== '0' && text !== '1') mistakes.push(`${name} is "${text}"; it must be 1 or 0.`)
  return text === '1'
}
