import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Opened, openContext } from '../app/open-context.ts'
import type { Context } from '../context.ts'
import { startPostgres } from '../db/embedded.ts'
import { beat } from '../db/epoch.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { makePerson } from '../testing/world.ts'
import { backUp, NOTE } from './backup.ts'
import { restore } from './restore.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-backup-'))
  return () => rm(folder, { recursive: true, force: true })
})

const opened: Opened[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const sourceOf = (name: string) => ({
  NODE_ENV: 'test',
  DATA_DIR: path.join(folder, name),
  APP_SECRET: 'a secret for tests that is long enough',
})

async function open(name: string): Promise<Opened & { said: string[] }> {
  const read = readEnv(sourceOf(name))
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const said: string[] = []
  const log = createLog('warn', { to: { write: (line) => said.push(line) } })
  const one = await openContext({ env: read.env, background: false, log })
  opened.push(one)
  return { ...one, said }
}

const usernames = async ({ sql }: Context) =>
  (await sql<{ username: string }[]>`select username from person order by username`).map(
    ({ username }) => username,
  )

test('a server that runs is saved, and what was saved runs elsewhere and knows that it is older', async () => {
  const before = await open('before')
  await makePerson(before.context, { role: 'basic', username: 'saved' })
  await before.context.blobs.put('pictures', 'one.webp', Buffer.from('a picture'))
  await beat(before.context.sql)
  const target = path.join(folder, 'backup')
  expect(await backUp(sourceOf('before'), target)).toContain('Saved')
  expect(JSON.parse(await readFile(path.join(target, NOTE), 'utf8'))).toMatchObject({ postgres: '18.4' })
  // the server has continued meanwhile
  await makePerson(before.context, { role: 'basic', username: 'since' })
  expect(await usernames(before.context)).toEqual(['saved', 'since'])
  const [epoch] = await before.context.sql`select app_epoch()`

  expect(await restore(sourceOf('after'), target)).toContain('Restored')
  const after = await open('after')
  expect(await usernames(after.context)).toEqual(['saved'])
  expect(await after.context.blobs.stat('pictures', 'one.webp')).toMatchObject({ bytes: 9 })
  expect(await after.context.sql`select app_epoch()`).not.toEqual([epoch])
  expect(after.said.join('')).toContain('an older state of the database was put back')
}, 120_000)

test('a server that began while a backup had the database running goes on after it', async () => {
  const ofBackup = await startPostgres(path.join(folder, 'data', 'postgres'), { fast: true })
  const { context } = await open('data')
  await makePerson(context, { role: 'basic', username: 'here' })
  await ofBackup.stop()
  const seen = () => usernames(context).catch(String)
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['here'])
}, 120_000)

test.each([
  ['a target that is there', () => ({ target: folder }), 'is there already'],
  ['no target', () => ({ target: undefined }), 'Name a folder'],
  ['no data', () => ({ target: path.join(folder, 'new') }), 'There is no built-in database'],
  [
    'a database of somebody else',
    () => ({ target: 'x', DATABASE_URL: 'postgres://there/db' }),
    'its own tools',
  ],
])('nothing is saved with %s', async (_, make, says) => {
  const { target, ...more } = make()
  if (says === 'is there already') {
    await mkdir(path.join(folder, 'data', 'postgres', 'pg18'), { recursive: true })
    await writeFile(path.join(folder, 'data', 'postgres', 'pg18', 'PG_VERSION'), '18\n')
  }
  await expect(backUp({ ...sourceOf('data'), ...more }, target)).rejects.toThrow(says)
})

test('nothing is restored from half a backup, or over data that are there', async () => {
  await expect(restore(sourceOf('data'), folder)).rejects.toThrow('no whole backup')
  await writeFile(path.join(folder, NOTE), JSON.stringify({ at: 'today', postgres: '18.4' }))
  await mkdir(path.join(folder, 'data', 'uploads'), { recursive: true })
  await expect(restore(sourceOf('data'), folder)).rejects.toThrow('There are data in')
  await expect(restore(sourceOf('data'), undefined)).rejects.toThrow('Name the folder')
})
