import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createAccount } from '../account/create-account.ts'
import { createApp } from '../app/app.ts'
import { assemble, type OpenOptions } from '../app/open-context.ts'
import { startJobs } from '../app/start-jobs.ts'
import type { Context } from '../context.ts'
import { readEnv } from '../env.ts'
import type { FaultPoint } from '../fault.ts'
import { createLog } from '../log.ts'
import { type Hub, startHub } from '../sync/hub.ts'
import { transact } from '../transact.ts'
import { type Browser, openBrowser } from './browser.ts'
import { advanceClock } from './clock.ts'
import { settled, type TestDatabase, testDatabase } from './database.ts'

/** The password of everyone whom `makePerson` makes. */
export const PASSWORD = 'a long enough password'

/** A whole server without a port, on the test clock, with a real database, uploads, jobs, mail and payments. */
export type World = {
  context: Context
  database: TestDatabase
  dir: string
  hub: Hub
  /** The functions to call at fault points. */
  faults: Map<FaultPoint, () => Promise<void>>
  browser(): Browser
  makePerson(person: {
    role: 'admin' | 'creator' | 'basic'
    username?: string
    priceCents?: number
    promo?: boolean
  }): Promise<Person>
  advance(ms: number): Promise<void>
  /** Runs due jobs and webhooks until nothing is left. */
  quiesce(): Promise<void>
  mails(): Promise<{ recipient: string; subject: string; text: string }[]>
  end(): Promise<void>
}
export type Person = { id: string; email: string; username: string; password: string }

/** Opens a world. `parts` and `log` replace the world's own, so that a test can read what leaves the server. */
export async function openWorld({
  parts: own = {},
  log = createLog('silent'),
}: Partial<Pick<OpenOptions, 'parts' | 'log'>> = {}): Promise<World> {
  const database = await testDatabase()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-world-'))
  const read = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dir,
    PORT: '3000',
    APP_SECRET: 'a secret for tests that is long enough',
  })
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  await database.sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const faults: World['faults'] = new Map()
  // A test's function must not run inside the verb's transaction, so it runs in this context.
  const elsewhere = AsyncLocalStorage.snapshot()
  const fault: Context['fault'] = async (point) => elsewhere(() => faults.get(point)?.())
  const parts: Partial<Context> = { fault, ...own }
  const context = await assemble(
    {
      env: read.env,
      background: false,
      parts,
      log,
    },
    database.sql,
  )
  await startJobs(context)
  const hub = await startHub(context)
  const app = createApp(context, { hub, site: null })
  return {
    context,
    database,
    dir,
    hub,
    faults,
    browser: () =>
      openBrowser(
        (url, init) => app.request(url, init),
        () => settled(database.sql),
      ),
    makePerson: (person) => makePerson(context, person),
    advance: async (ms) => void (await advanceClock(database.sql, ms)),
    quiesce: () => quiesce(context),
    mails: () => database.sql`select recipient, subject, text from mailbox order by at, id`,
    async end() {
      await hub.stop()
      await context.jobs.stop()
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function quiesce(context: Context): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await context.payments.standIn?.settled()
    await context.payments.standIn?.tick()
    const delivered = (await context.payments.standIn?.deliverDue()) ?? 0
    if ((await context.jobs.runDue()) + delivered > 0) continue
    if (!(await isHeldBack(context))) return
    await advanceClock(context.sql, SHORT_WAIT_MS)
  }
}

/**
 * The longest wait that `quiesce` skips. Three refused files in a row make a sender wait 4 s, and more make it
 * longer.
 */
const SHORT_WAIT_MS = 5_000

/** Tells whether a video waits only because the server refused its sender's last file a moment ago. */
async function isHeldBack({ sql }: Context): Promise<boolean> {
  const [held] = await sql`
    select from media m join verification_turn t on t.principal = m.principal
    where m.state = 'received' and t.wait_until > app_now()
      and t.wait_until <= app_now() + ${SHORT_WAIT_MS} * interval '1 millisecond'`
  return held !== undefined
}

export async function makePerson(
  context: Context,
  {
    role,
    username = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`,
    priceCents,
    promo,
  }: Parameters<World['makePerson']>[0],
): Promise<Person> {
  const email = `${username}@t.test`
  const id = randomUUID()
  const person = {
    id,
    email,
    username,
    firstName: 'Test',
    lastName: username,
    birthDate: '1990-01-01',
    city: 'Oslo',
    countryCode: 'NO',
  }
  const passwordHash = await context.passwords.hash(PASSWORD)
  await transact(context, (inside) => createAccount(inside, { person, role, passwordHash }))
  await context.sql`
    update person set price_cents = ${priceCents ?? null}, promo = ${promo ?? false}, sport = 'Rowing' where id = ${id}`
  return { id, email, username, password: PASSWORD }
}
