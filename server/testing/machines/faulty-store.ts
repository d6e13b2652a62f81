import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openBucket } from '../../media/s3/bucket.ts'
import { createS3Store } from '../../media/s3/storage-s3.ts'
import type { BlobStore } from '../../media/storage.ts'
import type { Bucket } from '../../store-address.ts'
import type { ClusterStep } from '../grounds/ground.ts'
import { startFaultyGateway } from '../programs/faulty-gateway.ts'
import { type Gateway, KEYS } from '../programs/gateway.ts'

type Amiss = Extract<ClusterStep, { do: 'store amiss' }>

/**
 * A bucket of an object store, reached through one gateway on which requests go wrong, and one on which they do not.
 */
export type FaultyStore = {
  /** The servers' environment variables, which name the gateway on which requests go wrong. */
  variables: Record<string, string>
  /** The bucket as reached through the other gateway. */
  blobs: BlobStore
  /** Makes the servers' next requests for videos go wrong. */
  arm(step: Amiss): void
  heal(): void
  /** Removes every file, and every upload that was begun. */
  empty(): Promise<void>
  stop(): Promise<void>
}

const BUCKET = 'infield'
/**
 * Matches requests for videos. The store's mark is left alone, because servers read it every few seconds and would
 * meet with all the faults.
 */
const OF_VIDEOS = /uploads|served/
const WRITES = /^(PUT|POST) /

/**
 * Makes the bucket on this gateway, which ends with it. Calls `struck` once for each step that met with a request.
 */
export async function openFaultyStore(gateway: Gateway, struck: (step: Amiss) => void): Promise<FaultyStore> {
  const faulty = await startFaultyGateway(gateway.endpoint)
  const address: Bucket = {
    kind: 's3',
    bucket: BUCKET,
    prefix: '',
    endpoint: gateway.endpoint,
    region: 'us-east-1',
    credentials: KEYS,
    pathStyle: true,
    signedRedirect: false,
  }
  const objects = openBucket(address)
  await objects.client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  let armed: { step: Amiss; left: number }[] = []
  faulty.fault = (asked) => {
    if (!OF_VIDEOS.test(asked)) return null
    const met = armed.find(({ step }) => step.kind !== 'full' || WRITES.test(asked))
    if (!met) return null
    if (met.left === met.step.times) struck(met.step)
    met.left -= 1
    armed = armed.filter(({ left }) => left > 0)
    return met.step.kind
  }
  return {
    variables: {
      STORAGE: `s3://${BUCKET}`,
      S3_ENDPOINT: faulty.endpoint,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    blobs: await createS3Store(address),
    arm: (step) => void armed.push({ step, left: step.times }),
    heal: () => {
      armed = []
    },
    async empty() {
      for (const area of ['uploads/', 'served/']) {
        for await (const { key, uploadId } of objects.begun(area)) await objects.abort(key, uploadId)
        for await (const { key } of objects.list(area)) await objects.remove(key)
      }
    },
    async stop() {
      objects.client.destroy()
      await faulty.stop()
      await gateway.stop()
    },
  }
}
