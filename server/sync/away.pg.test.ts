import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushAnswer } from '../../sync/protocol.ts'
import { createAccount } from '../account/create-account.ts'
import { createApp } from '../app/app.ts'
import { assemble, closeContext, MIGRATIONS } from '../app/open-context.ts'
import type { Context } from '../context.ts'
import { type EmbeddedPostgres, startPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openSql } from '../db/sql.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { transact } from '../transact.ts'
import { startHub } from './hub.ts'

/*
 * Tests a server whose database is shut down in order, stays unavailable and is started again: its answers
 * meanwhile must not count as outcomes of the entries.
 */

const PASSWORD = 'a long enough password'

let dir: string
let postgres: EmbeddedPostgres
let context: Context
let app: ReturnType<typeof createApp>
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-away-'))
  postgres = await startPostgres(path.join(dir, 'postgres'), { fast: true })
  const sql = openSql({ host: postgres.host, database: 'postgres', max: 4 })
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0')`
  const read = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dir,
    PORT: '3000',
    APP_SECRET: 'a secret for this test alone',
  })
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  context = await assemble({ env: read.env, background: false, log: createLog('silent') }, sql)
  const hub = await startHub(context)
  app = createApp(context, { hub, site: null })
  ends.push(hub.stop, () => closeContext(context))
})
afterAll(async () => {
  for (const end of ends) await end()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

type Account = { id: string; email: string; password: string }

async function makeAccount(role: 'basic' | 'creator'): Promise<Account> {
  const id = randomUUID()
  const username = `u${id.slice(0, 8)}`
  const [firstName, lastName, email] = ['Test', username, `${username}@t.test`]
  const person = {
    id,
    email,
    username,
    firstName,
    lastName,
    birthDate: '1990-01-01',
    city: 'Oslo',
    countryCode: 'NO',
  }
  const passwordHash = await context.passwords.hash(PASSWORD)
  await transact(context, (inside) => createAccount(inside, { person, role, passwordHash }))
  return { id, email, password: PASSWORD }
}

function draftOf(athleteId: string): object {
  const args = { draftId: randomUUID(), athleteId, base: 0, savedAt: 1_700_000_000_000, body: 'words' }
  return { id: randomUUID(), name: 'draft.save', version: 1, args }
}

/** Pushes as the outbox does, with the token it has and no other call before. */
function push(browser: Browser, account: string, intents: object[]): Promise<Response> {
  return browser.request('/sync/push', { method: 'POST', body: { device: browser.device, account, intents } })
}

test('while the database is away every push is a 503 that says when to come again, and none is a failed entry', async () => {
  const [fan, athlete] = [await makeAccount('basic'), await makeAccount('creator')]
  const browser = openBrowser((url, init) => app.request(url, init))
  await browser.signIn(fan)
  const [first, second] = [draftOf(athlete.id), draftOf(athlete.id)]
  expect((await push(browser, fan.id, [first])).status).toBe(200)

  await postgres.stop()
  const heard = new Set<string>()
  // this many failures of an entry's own would set it aside
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await push(browser, fan.id, [first, second])
    heard.add(`${answer.status}, Retry-After ${answer.headers.get('retry-after')}`)
  }
  expect([...heard]).toEqual(['503, Retry-After 5'])

  postgres = await startPostgres(path.join(dir, 'postgres'), { fast: true })
  await expect.poll(async () => (await push(browser, fan.id, [first])).status, { timeout: 20_000 }).toBe(200)
  const { outcomes } = (await (await push(browser, fan.id, [first, second])).json()) as PushAnswer
  expect(outcomes.map(({ state }) => state)).toEqual(['settled', 'settled'])
})

test('a database that goes away between an entry and the next ends the push, and what was settled is stored', async () => {
  const [fan, athlete] = [await makeAccount('basic'), await makeAccount('creator')]
  const browser = openBrowser((url, init) => app.request(url, init))
  await browser.signIn(fan)
  const [settled, refused] = [draftOf(athlete.id), draftOf(randomUUID())]
  let commits = 0
  context.fault = async (point) => {
    if (point !== 'intent.after-commit') return
    commits += 1
    if (commits === 1) await postgres.stop()
  }
  // the second entry is refused, so that they are settled one by one
  expect((await push(browser, fan.id, [settled, refused])).status).toBe(503)
  postgres = await startPostgres(path.join(dir, 'postgres'), { fast: true })
  await expect
    .poll(async () => (await push(browser, fan.id, [settled])).status, { timeout: 20_000 })
    .toBe(200)
  const { outcomes } = (await (await push(browser, fan.id, [settled, refused])).json()) as PushAnswer
  expect(outcomes.map(({ state }) => state)).toEqual(['settled', 'refused'])
})
