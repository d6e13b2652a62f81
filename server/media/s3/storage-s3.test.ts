import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createS3Store } from './storage-s3.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-s3-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Creates a store at an address where nothing answers. */
const store = ({ signedRedirect = false } = {}) =>
  createS3Store({
    kind: 's3',
    bucket: 'infield',
    prefix: '',
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    pathStyle: true,
    signedRedirect,
    patienceMs: 100,
  })

test('a store that is opened leaves nothing on this machine, nor does a file that was given back', async () => {
  const blobs = await store()
  expect(await readdir(folder)).toEqual([])
  const draft = blobs.draft('made')
  await writeFile(draft, 'a film')
  expect((await stat(path.dirname(draft))).mode & 0o777).toBe(0o700)
  await blobs.discard(draft)
  expect(await readdir(folder)).toEqual([])
})

test('a copy that could not be fetched leaves nothing', async () => {
  const blobs = await store()
  await expect(blobs.local('served', 'a.mp4')).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

test('an address is signed at the time that it is given, whatever this machine takes the time to be', async () => {
  const { signed } = await store({ signedRedirect: true })
  const at = new Date('2026-11-30T12:34:56Z')
  const address = await signed?.address('a.mp4', { type: 'video/mp4', disposition: 'inline', at })
  const { searchParams } = new URL(address ?? '')
  expect(searchParams.get('X-Amz-Date')).toBe('20261130T123456Z')
  expect(searchParams.get('X-Amz-Expires')).toBe('60')
  expect(signed?.origin).toBe('http://127.0.0.1:9')
})
