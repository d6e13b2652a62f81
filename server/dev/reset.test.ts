import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resetData } from './reset.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'reset-test-'))
  await mkdir(path.join(folder, 'postgres', 'pg18'), { recursive: true })
  await mkdir(path.join(folder, 'uploads'))
  await writeFile(path.join(folder, 'postgres', 'pg18', 'PG_VERSION'), '18\n')
  await writeFile(path.join(folder, 'uploads', 'video'), 'bytes')
  await writeFile(path.join(folder, 'secret'), 'kept between starts')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('the demo data goes, and the folder with it', async () => {
  expect(await resetData({ DATA_DIR: folder })).toContain('anew')
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('what no server made stays', async () => {
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  await resetData({ DATA_DIR: folder })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test.each([
  ['production', { NODE_ENV: 'production' }, 'in production'],
  ['files in a bucket', { STORAGE: 's3://infield' }, 'STORAGE is a bucket'],
  ['another database', { DATABASE_URL: 'postgres://elsewhere/db' }, 'DATABASE_URL is set'],
])('nothing is reset with %s', async (_, source, says) => {
  await expect(resetData({ DATA_DIR: folder, ...source })).rejects.toThrow(says)
  expect(await readdir(path.join(folder, 'uploads'))).toEqual(['video'])
})

test('nothing is reset in a folder without a built-in database', async () => {
  await rm(path.join(folder, 'postgres'), { recursive: true })
  await expect(resetData({ DATA_DIR: folder })).rejects.toThrow('There is no demo data')
  expect((await readdir(folder)).sort()).toEqual(['secret', 'uploads'])
})

test('nothing is reset while a server starts on it', async () => {
  // the lock of a live process
  await writeFile(path.join(folder, 'postgres', 'start.lock'), String(process.pid))
  await expect(resetData({ DATA_DIR: folder })).rejects.toThrow('A server runs')
  expect(await readdir(path.join(folder, 'uploads'))).toEqual(['video'])
})
