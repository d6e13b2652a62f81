import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { createLog } from '../log.ts'
import { answered, openCast } from '../testing/actors.ts'
import type { World } from '../testing/world.ts'
import { folderMark } from './disk/folder-mark.ts'
import { claimStore, renewMark, storeError, writeMark } from './store-mark.ts'

let world: World
let dir: string

beforeAll(async () => {
  world = (await openCast()).world
})
afterAll(() => world.end())
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-store-'))
  return () => rm(dir, { recursive: true, force: true })
})

test('a database and a folder that are new to each other are one pair from then on', async () => {
  const { sql } = world.database
  const mark = await claimStore(sql, folderMark(dir))
  expect(mark).toMatchObject({ generation: 0, beat: 0 })
  await writeMark(folderMark(dir), { ...mark, beat: 7 })
  expect(await claimStore(sql, folderMark(dir))).toEqual({ ...mark, beat: 7 })
})

test('an empty folder that took the place of a lost one is not marked by a server that runs', async () => {
  const mark = await claimStore(world.database.sql, folderMark(dir))
  await rm(dir, { recursive: true })
  await mkdir(dir)
  await expect(renewMark(folderMark(dir), { ...mark, beat: 8 })).rejects.toThrow('is not there')
  expect(await storeError(folderMark(dir), mark.storeId)).toContain('its mark is missing')
})

test('the folder of another database is refused', async () => {
  const { sql } = world.database
  const mark = await claimStore(sql, folderMark(dir))
  await sql`update feed_epoch set store_id = gen_random_uuid()`
  await expect(claimStore(sql, folderMark(dir))).rejects.toThrow('holds the videos of another database')
  expect(await storeError(folderMark(dir), mark.storeId)).toBeNull()
})

test('a folder whose files were moved is refused, and a server that was left running there does not count on', async () => {
  const { sql } = world.database
  const place = folderMark(dir)
  const mark = await claimStore(sql, place)
  await writeMark(place, { ...mark, movedTo: 's3://elsewhere' })
  await expect(claimStore(sql, place)).rejects.toThrow(
    'were moved to s3://elsewhere. Set STORAGE=s3://elsewhere and',
  )
  await expect(renewMark(place, { ...mark, beat: 8 })).rejects.toThrow('were moved')
  expect(await storeError(place, mark.storeId)).toContain('were moved')
})

test('a folder on a full disk is told of', async () => {
  const place = folderMark(dir, async () => ({ freeBytes: 4_096, totalBytes: 2 ** 40 }))
  const { storeId } = await claimStore(world.database.sql, place)
  expect(await storeError(place, storeId)).toContain('is full')
})

test.each([
  ['is lost', () => rm(dir, { recursive: true }), 'its mark is missing'],
  ['cannot be written to', () => makeReadOnly(), 'cannot be used'],
  ['is another one', () => markOtherwise(), 'another database'],
])('a server whose folder %s is not ready, and its log says why', async (_, harm, says) => {
  const { storeId } = await claimStore(world.database.sql, folderMark(dir))
  const lines: string[] = []
  const log = createLog('info', { to: { write: (line) => lines.push(line) } })
  const open = () => {
    const context = { ...world.context, log, storeError: () => storeError(folderMark(dir), storeId) }
    return createApp(context, { hub: world.hub, site: null })
  }
  expect((await open().request('http://localhost/readyz')).status).toBe(200)
  await harm()
  expect((await open().request('http://localhost/readyz')).status).toBe(503)
  expect(lines.join('')).toContain(says)
})

/** Puts a file in the folder's place, because permissions do not stop a root user. */
async function makeReadOnly(): Promise<void> {
  await rename(dir, `${dir}-away`)
  await writeFile(dir, '')
  await rm(`${dir}-away`, { recursive: true })
}

const markOtherwise = () =>
  writeMark(folderMark(dir), { storeId: '00000000-0000-4000-8000-000000000000', generation: 0, beat: 0 })

test('an empty folder is refused where videos are known, and one that a former build filled is taken', async () => {
  const { sql } = world.database
  await answered({ world, ...(await people()) })
  await mkdir(path.join(dir, 'served'))
  await expect(claimStore(sql, folderMark(dir))).rejects.toThrow('Mount the volume')
  await writeFile(path.join(dir, 'served', 'one.mp4'), 'bytes')
  expect(await claimStore(sql, folderMark(dir))).toMatchObject({ beat: 0 })
})

async function people() {
  return {
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
}
