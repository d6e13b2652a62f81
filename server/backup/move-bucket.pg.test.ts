import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCeph } from '../../.ci/engines.ts'
import { everything } from '../../.ci/sample.ts'
import type { MineAnswer } from '../../sync/account/mine.ts'
import { createApp } from '../app/app.ts'
import { type Opened, openContext } from '../app/open-context.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { openBucket } from '../media/s3/bucket.ts'
import { createS3Store } from '../media/s3/storage-s3.ts'
import type { BlobArea, BlobStore } from '../media/storage.ts'
import type { Bucket } from '../store-address.ts'
import type { Hub } from '../sync/hub.ts'
import { answered, openCast, signedIn } from '../testing/actors.ts'
import { bringPicture } from '../testing/media/asked-picture.ts'
import { type FaultyGateway, startFaultyGateway } from '../testing/programs/faulty-gateway.ts'
import { type Gateway, KEYS, startGateway } from '../testing/programs/gateway.ts'
import { moveStorage } from './move.ts'

const noHub: Hub = {
  add: () => () => {},
  moveStreams: () => {},
  stop: async () => {},
  size: () => 0,
  bus: () => ({ kind: 'postgres', isHeard: true }),
}

describe.runIf(everything && findCeph())('servers and a bucket', () => {
  let gateway: Gateway
  let faulty: FaultyGateway
  let folder: string
  let bucket: string
  const opened: Opened[] = []

  beforeAll(async () => {
    gateway = await startGateway()
    faulty = await startFaultyGateway(gateway.endpoint)
  }, 120_000)
  afterAll(async () => {
    await faulty?.stop()
    await gateway?.stop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'infield-bucket-'))
    bucket = `b${randomUUID()}`
    await objectsOf().client.send(new CreateBucketCommand({ Bucket: bucket }))
    return () => rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    faulty.fault = () => null
    for (const each of opened.splice(0)) await each.close()
  })

  const addressOf = (): Bucket => ({
    kind: 's3',
    bucket,
    prefix: '',
    endpoint: gateway.endpoint,
    region: 'us-east-1',
    credentials: KEYS,
    pathStyle: true,
    signedRedirect: false,
  })
  const objectsOf = () => openBucket(addressOf())
  const sourceOf = (name: string, more: Record<string, string> = {}) => ({
    NODE_ENV: 'test',
    DATA_DIR: path.join(folder, name),
    APP_SECRET: 'a secret for tests that is long enough',
    S3_ENDPOINT: faulty.endpoint,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    ...more,
  })
  const inBucket = () => ({ STORAGE: `s3://${bucket}` })
  const open = async (name: string, more: Record<string, string> = inBucket()) => {
    const read = readEnv(sourceOf(name, more))
    if (!read.ok) throw new Error(read.mistakes.join('\n'))
    const said: string[] = []
    const log = createLog('warn', { to: { write: (line) => said.push(line) } })
    const one = await openContext({ env: read.env, background: false, log })
    opened.push(one)
    const readiness = async () =>
      (await createApp(one.context, { hub: noHub, site: null }).request('http://localhost/readyz')).status
    return { ...one, said, readiness, blobs: one.context.blobs }
  }
  const close = async () => {
    for (const each of opened.splice(0)) await each.close()
  }

  test('a server starts on a bucket that is its own, and on no other; what is wrong is named by its variable', async () => {
    await expect(open('one', { STORAGE: 's3://not-there' })).rejects.toThrow(/NoSuchBucket.*STORAGE/)
    await expect(open('one', { ...inBucket(), S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
      /403.*S3_ACCESS_KEY_ID/,
    )
    await open('one')
    await expect(open('other')).rejects.toThrow(/holds the videos of another database. Set STORAGE/)
  }, 120_000)

  test('a server whose bucket is lost, read-only or silent is not ready, and its log says why', async () => {
    const { readiness, said, blobs } = await open('one')
    expect(await readiness()).toBe(200)
    const mark = (await blobs.mark.read()) ?? ''
    await objectsOf().remove('infield-store.json')
    expect(await readiness()).toBe(503)
    expect(said.join('')).toContain('its mark is missing')
    await blobs.mark.write(mark)
    expect(await readiness()).toBe(200)
    await gateway.admin('user', 'modify', '--uid=infield', '--op-mask=read')
    expect(await readiness()).toBe(503)
    expect(said.join('')).toContain('403')
    await gateway.admin('user', 'modify', '--uid=infield', '--op-mask=read,write,delete')
    expect(await readiness()).toBe(200)
    faulty.fault = () => 'busy'
    expect(await readiness()).toBe(503)
  }, 120_000)

  test('a question is answered, a picture brought and a copy of it all taken along, with every file in the bucket', async () => {
    const blobs = await createS3Store(addressOf())
    const actors = await openCast({ parts: { blobs } })
    const { world, athlete, admin } = actors
    try {
      await answered(actors)
      const accounts = { admin: await signedIn(world, admin), athlete: await signedIn(world, athlete) }
      await bringPicture({ world, people: { athlete }, accounts })
      const opened = { password: athlete.password }
      const { body } = await accounts.athlete.post<{ token: string }>('/api/account/open-mine', opened)
      const mine = await accounts.athlete.post<MineAnswer>('/api/account/mine', { token: body.token })
      const answer = await accounts.athlete.request(mine.body.exportUrl)
      const archive = Buffer.from(await answer.arrayBuffer())
      const held: string[] = []
      for (const area of ['served', 'pictures'] as const)
        for await (const { key } of blobs.list(area)) {
          expect(archive.includes(await bytesOf(blobs, area, key)), key).toBe(true)
          held.push(area)
        }
      expect(new Set(held)).toEqual(new Set(['served', 'pictures']))
      expect(await readdir(world.dir)).not.toContain('served')
    } finally {
      await world.end()
    }
  }, 120_000)

  test('files move into a bucket and out of it again, and a move that broke off is gone on with', async () => {
    const disk = path.join(folder, 'one')
    const before = await open('one', {})
    const keys = await fill(before.blobs, 12)
    await close()
    const lines: string[] = []
    const move = (from: string, to: string) =>
      moveStorage(sourceOf('one'), ['--from', from, '--to', to], (line) => lines.push(line))

    let puts = 0
    faulty.fault = (asked) => (asked.startsWith('PUT ') && ++puts > 5 ? 'reset' : null)
    await expect(move('disk:', `s3://${bucket}`)).rejects.toThrow()
    faulty.fault = () => null
    // until the move is complete, the old store stays in use
    await open('one', {})
    await close()
    await move(`disk:${disk}`, `s3://${bucket}`)
    expect(lines.join('\n')).toMatch(/served: [1-9]\d* copied and compared, [1-9]\d* there already/)
    await expect(open('one', {})).rejects.toThrow(
      `were moved to s3://${bucket}. Set STORAGE=s3://${bucket} and`,
    )
    const there = await open('one')
    for (const key of keys) expect(await textOf(there.blobs, key)).toBe(key)
    await close()

    // the built-in database would stay behind
    await expect(move(`s3://${bucket}`, `disk:${folder}/back`)).rejects.toThrow('move the whole folder')
    await move(`s3://${bucket}`, 'disk:')
    await expect(open('one')).rejects.toThrow(/were moved to disk:.*Set STORAGE=disk and DATA_DIR=/)
    await expect(move(`s3://${bucket}`, 'disk:')).rejects.toThrow('already')
    const home = await open('one', {})
    for (const key of keys) expect(await textOf(home.blobs, key)).toBe(key)
  }, 240_000)
})

async function fill(blobs: BlobStore, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `${randomUUID()}.webm`)
  for (const key of keys) {
    await blobs.put('pictures', key, Buffer.from(key))
    const { file, release } = await blobs.local('pictures', key)
    await blobs.bring('served', key, file)
    await release()
  }
  return keys
}

const textOf = async (blobs: BlobStore, key: string) => (await bytesOf(blobs, 'served', key)).toString()

async function bytesOf(blobs: BlobStore, area: BlobArea, key: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of blobs.read(area, key)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
