import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beat, noticeEpoch } from '../db/epoch.ts'
import type { BlobStore } from '../media/storage.ts'
import { createDiskStore } from '../media/storage-disk.ts'
import { claimStore, readMark, writeMark } from '../media/store-mark.ts'
import {
  announce,
  clip,
  creation,
  guest,
  type MediaWorld,
  mediaWorld,
  patch,
} from '../testing/media/media-world.ts'
import { findBeside } from './beside.ts'
import { moveFiles, moveStorage, type Place } from './move.ts'

let world: MediaWorld
let dir: string
let from: Place
let to: Place
let said: string[]

beforeAll(async () => {
  world = await mediaWorld()
  await noticeEpoch(world.sql)
})
afterAll(() => world.end())
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-move-'))
  from = placeIn('old')
  to = placeIn('new')
  said = []
  await claimStore(world.sql, from.store.mark)
  return () => rm(dir, { recursive: true, force: true })
})

const placeIn = (name: string): Place => {
  const folder = path.join(dir, name)
  return { name: `disk:${folder}`, store: createDiskStore(folder) }
}
const move = (more: Partial<Parameters<typeof moveFiles>[0]> = {}) =>
  moveFiles({ sql: world.sql, from, to, isAhead: false, say: (line) => said.push(line), ...more }, 1)

async function fill(store: BlobStore, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `${randomUUID()}.webp`)
  for (const key of keys) await store.put('pictures', key, Buffer.from(key))
  return keys
}

test('all files come over whole, and the servers of the old store are told where they are', async () => {
  const keys = await fill(from.store, 9)
  await move()
  for (const key of keys) expect(await readFile(path.join(dir, 'new', 'pictures', key), 'utf8')).toBe(key)
  expect(said.join('\n')).toContain('pictures: 9 copied and compared, 0 there already')
  await expect(claimStore(world.sql, from.store.mark)).rejects.toThrow(`were moved to ${to.name}`)
  expect(await claimStore(world.sql, to.store.mark)).not.toHaveProperty('movedTo')
  await expect(move()).rejects.toThrow('already')
  // and back again
  await move({ from: to, to: from })
  expect(await claimStore(world.sql, from.store.mark)).not.toHaveProperty('movedTo')
})

test('a move that broke off is gone on with, and until then the old store is the one', async () => {
  await fill(from.store, 9)
  let left = 4
  const bring: BlobStore['bring'] = async (...blob) => {
    if (left-- === 0) throw new Error('the line broke')
    return to.store.bring(...blob)
  }
  await expect(move({ to: { ...to, store: { ...to.store, bring } } })).rejects.toThrow('the line broke')
  expect(await readMark(to.store.mark)).toBeNull()
  await claimStore(world.sql, from.store.mark)
  await move()
  const [, copied, there] =
    /pictures: (\d) copied and compared, (\d) there already/.exec(said.join('\n')) ?? []
  expect([Number(copied) + Number(there), Number(there) > 0]).toEqual([9, true])
})

test('a copy that differs is taken away again, and nothing is said to be moved', async () => {
  const [key = ''] = await fill(from.store, 1)
  const bring: BlobStore['bring'] = async (area, name) =>
    to.store.put(area as 'pictures', name, Buffer.from('other bytes'))
  await expect(move({ to: { ...to, store: { ...to.store, bring } } })).rejects.toThrow(
    'is not what was copied',
  )
  expect(await to.store.stat('pictures', key)).toBeNull()
  expect(await readMark(to.store.mark)).toBeNull()
})

test('what a device is sending is begun anew, and what has arrived comes over', async () => {
  const bytes = await clip('question.webm')
  const fan = guest()
  const [half, all] = [announce(bytes), announce(bytes)]
  for (const [said, sent] of [
    [half, bytes.slice(0, 5_000)],
    [all, bytes],
  ] as const) {
    await world.uploads.handle(creation(bytes.length, said), fan)
    await world.uploads.handle(patch(said.mediaId, 0, sent), fan)
  }
  from = { name: `disk:${world.dir}`, store: world.context.blobs }
  await claimStore(world.sql, from.store.mark)
  await move()
  expect(said.join('\n')).toContain('uploads: 1 copied and compared, 0 there already, 1 under way')
  expect(await to.store.stat('uploads', half.mediaId)).toBeNull()
  expect(await to.store.hash(all.mediaId)).toEqual({ sha256: all.sha256, bytes: bytes.length })
})

test('nothing is moved while servers run, unless it is copied ahead', async () => {
  await fill(from.store, 1)
  const counting = setInterval(() => void beat(world.sql), 5)
  try {
    const running = { sql: world.sql, from, to, say: (line: string) => said.push(line) }
    await expect(moveFiles({ ...running, isAhead: false }, 200)).rejects.toThrow('Servers run')
    await moveFiles({ ...running, isAhead: true }, 200)
  } finally {
    clearInterval(counting)
  }
  expect(said.join('\n')).toContain('Copied ahead')
  expect(await readMark(to.store.mark)).toBeNull()
})

test.each([
  ['the store of another database', () => writeMark(from.store.mark, foreign), 'does not hold the files'],
  ['over that of another database', () => writeMark(to.store.mark, foreign), 'of another database'],
])('%s is not moved', async (_, mark, says) => {
  await mark()
  await expect(move()).rejects.toThrow(says)
})

const foreign = { storeId: '00000000-0000-4000-8000-000000000000', generation: 0, beat: 0 }

test.each([
  ['no places', [], 'Say where from and to'],
  ['a bucket without its service', ['--from', 'disk:', '--to', 's3://infield'], 'S3_ENDPOINT'],
  ['what is no place', ['--from', 'disk:', '--to', 'ftp://infield'], 's3://infield'],
  ['a folder that is not there', ['--from', 'disk:/not/there', '--to', 'disk:/tmp'], 'There is no folder'],
])('the command says what is wrong with %s', async (_, words, says) => {
  const source = { NODE_ENV: 'test', DATA_DIR: dir }
  await expect(moveStorage(source, words, () => {})).rejects.toThrow(says)
})

test('the built-in database lies with its files, so these are not moved to another folder without it', async () => {
  const source = { NODE_ENV: 'test', DATA_DIR: path.join(dir, 'old') }
  const whole = path.join(dir, 'whole')
  const elsewhere = ['--from', 'disk:', '--to', `disk:${whole}`]
  await expect(moveStorage(source, elsewhere, () => {})).rejects.toThrow(
    'stop the server and move the whole folder',
  )
  expect(await readMark(from.store.mark)).not.toHaveProperty('movedTo')
  await expect(readdir(whole)).rejects.toThrow('ENOENT')
})

test('what else servers find in the old folder is named before it is called no longer needed', async () => {
  const old = path.join(dir, 'old')
  for (const name of ['secret', 'vapid.json', 'assets', 'ca.pem']) await writeFile(path.join(old, name), 'x')
  const here = { appSecret: null, vapid: null, assetsDir: path.join(old, 'assets') }
  expect(await findBeside(from.name, here)).toEqual(['assets', 'ca.pem', 'secret', 'vapid.json'])
  const given = { appSecret: 'x', vapid: { publicKey: 'x', privateKey: 'x' }, assetsDir: '/srv/assets' }
  expect(await findBeside(from.name, given)).toEqual(['ca.pem'])
  await move({ beside: ['assets', 'ca.pem'] })
  expect(said.at(-1)).toBe(
    `Moved. What else lies in ${from.name} was not moved: assets, ca.pem. Copy it to ${to.name} before you continue. Set STORAGE=disk and DATA_DIR=${path.join(dir, 'new')} and start the servers. Only uploads, served, pictures in ${from.name} are no longer needed; remove them once you have checked the copy.`,
  )
})
