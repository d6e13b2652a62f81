import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openBucket } from '../../media/s3/bucket.ts'
import { createS3Store } from '../../media/s3/storage-s3.ts'
import type { BlobStore } from '../../media/storage.ts'
import type { Bucket } from '../../store-address.ts'
import type { ClusterStep } from '../grounds/ground.ts'
import { startFaultyGateway } from '../programs/faulty-gateway.ts'
import { type Gateway, KEYS } from '../programs/gateway.ts'

type Amiss = Extract<ClusterStep, { do: 'store amiss' }>

/** A bucket of an object store, with a way to it on which things go wrong, and one on which they do not. */
export type TroubledStore = {
  /** What servers are told: they take the way on which things go wrong. */
  variables: Record<string, string>
  /** By the other way. */
  blobs: BlobStore
  /** The next requests of servers for videos meet with it. */
  arm(step: Amiss): void
  heal(): void
  /** Takes away every file, and the beginnings of such. */
  empty(): Promise<void>
  stop(): Promise<void>
}

const BUCKET = 'infield'
/** The store's mark is left alone: it is asked for every few seconds, and would have all the trouble. */
const OF_VIDEOS = /uploads|served/
const WRITES = /^(PUT|POST) /

/** The bucket is made on this gateway, which ends with it. `struck` is told once of each step that met somebody. */
export async function openTroubledStore(
  gateway: Gateway,
  struck: (step: Amiss) => void,
): Promise<TroubledStore> {
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
  faulty.trouble = (asked) => {
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
