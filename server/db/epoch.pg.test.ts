import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../../sync/collections.ts'
import { createApp } from '../app/app.ts'
import { assemble, MIGRATIONS } from '../app/open-context.ts'
import { startJobs } from '../app/start-jobs.ts'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Hub, startHub } from '../sync/hub.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { settled } from '../testing/database.ts'
import { Device, freshCopy } from '../testing/rights/device.ts'
import { isSimulated } from '../testing/simulations.ts'
import { caughtUp, cutOff, promote, startStandby } from '../testing/standby.ts'
import { makePerson, openWorld, type World } from '../testing/world.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded.ts'
import { clusterIn } from './embedded-cluster.ts'
import { beat, noticeEpoch } from './epoch.ts'
import { migrate } from './migrate.ts'
import { wasRestored } from './restored.ts'
import { openSql, type Sql } from './sql.ts'

type Server = { sql: Sql; context: Context; hub: Hub; app: Hono<AppEnv> }

let folder: string
/** Only its configuration is used. */
let world: World
let cluster: EmbeddedPostgres
let server: Server
const clusters: EmbeddedPostgres[] = []
const servers: Server[] = []

async function serve({ host }: EmbeddedPostgres): Promise<Server> {
  const sql = openSql({ host, database: 'postgres', max: 8 })
  const { env, log } = world.context
  const context = await assemble({ env, background: false, log }, sql)
  await startJobs(context)
  const hub = await startHub(context)
  const serving = { sql, context, hub, app: createApp(context, { hub, site: null }) }
  servers.push(serving)
  return serving
}

async function leave({ sql, context, hub }: Server): Promise<void> {
  await hub.stop()
  await context.jobs.stop()
  await sql.end({ timeout: 1 })
}

async function openDevice(): Promise<Device> {
  const person = await makePerson(server.context, { role: 'basic' })
  const browser: Browser = openBrowser(
    (url, init) => server.app.request(url, init),
    () => settled(server.sql),
  )
  await browser.signIn(person)
  return new Device(browser, person.id, () => 3)
}

/** Saves a draft and returns the intent's id. */
async function saveDraft(device: Device, body: string): Promise<string> {
  const id = randomUUID()
  const draft = { draftId: randomUUID(), athleteId: device.reader, base: 0, savedAt: 5, body }
  expect(await device.browser.push('draft.save', draft, id)).toMatchObject({ state: 'settled' })
  return id
}

/** Returns the answer a device gets when it asks, after the epoch has changed, about intents it saw settled. */
async function known({ browser, reader }: Device, ids: string[]): Promise<unknown> {
  return (await browser.post('/sync/known', { account: reader, ids })).body
}

/** Pulls all collections and returns how many restarted. */
async function pullAll(device: Device): Promise<number> {
  await device.browser.settled()
  let restarts = 0
  for (const name of COLLECTION_NAMES) {
    const before = device.held[name].documents
    const { clear } = before
    before.clear = () => {
      restarts += 1
      clear.call(before)
    }
    await device.pull(name)
    before.clear = clear
  }
  return restarts
}

const bodies = ({ held }: Device) =>
  [...held.drafts.documents.values()].map((draft) => (draft as { body: string }).body).sort()

async function expectSame(device: Device): Promise<void> {
  for (const name of COLLECTION_NAMES)
    expect(device.held[name].documents, name).toEqual(await freshCopy(device.browser, name))
}

async function standby(name: string, from: string): Promise<EmbeddedPostgres> {
  const started = await startStandby(cluster, {
    from: path.join(folder, from),
    folder: path.join(folder, name),
  })
  clusters.push(started)
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-epochs-'))
  world = await openWorld()
  cluster = await startPostgres(path.join(folder, 'first'), { fast: true })
  clusters.push(cluster)
  const sql = openSql({ host: cluster.host, database: 'postgres', max: 1 })
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  await sql.end()
  server = await serve(cluster)
}, 120_000)

afterAll(async () => {
  for (const each of servers) await leave(each).catch(() => {})
  for (const each of clusters.reverse()) await each.stop()
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

test.runIf(isSimulated('epochs'))(
  'BR-3 a standby that lost a tail: who had seen of it begins anew, everybody else goes on',
  async () => {
    const [early, late] = [await openDevice(), await openDevice()]
    const sent = new Map<Device, string[]>()
    for (const device of [early, late]) {
      sent.set(device, [await saveDraft(device, 'kept')])
      await pullAll(device)
    }
    await beat(server.sql)
    const [former] = await server.sql<{ epoch: string }[]>`select app_epoch() as epoch`
    const second = await standby('second', 'first')
    await caughtUp(cluster, second)
    await cutOff(second)
    const lost = await saveDraft(late, 'lost')
    await pullAll(late)
    expect(bodies(late)).toEqual(['kept', 'lost'])

    await promote(second)
    await leave(server)
    cluster = second
    server = await serve(second)
    // A device that lost nothing sends nothing again, and one that lost something sends only that.
    const [now] = await server.sql<{ epoch: string }[]>`select app_epoch() as epoch`
    expect(now).not.toEqual(former)
    for (const [device, ids] of sent)
      expect(await known(device, [...ids, lost])).toEqual({ ...now, known: ids })
    // The change arrives at once, without waiting for the first checkpoint of the new primary.
    await saveDraft(early, 'since')
    expect(await pullAll(early)).toBe(0)
    expect(await pullAll(late)).toBeGreaterThan(0)
    expect([bodies(early), bodies(late)]).toEqual([['kept', 'since'], ['kept']])
    for (const device of [early, late]) await expectSame(device)
  },
  120_000,
)

test.runIf(isSimulated('epochs'))(
  'a server that runs while its standby takes over notices by the first pull',
  async () => {
    const device = await openDevice()
    await saveDraft(device, 'before')
    await pullAll(device)
    await beat(server.sql)
    const { sql } = server
    const [epoch] = await sql<{ epoch: string }[]>`select epoch from feed_epoch`
    // as a server finds it on the next timeline
    await sql`update feed_epoch set epoch = 'of another timeline'`
    for (const held of Object.values(device.held))
      if (held.checkpoint) held.checkpoint = { ...held.checkpoint, epoch: 'of another timeline' }
    expect(await beat(sql)).toBeNull()
    expect(await pullAll(device)).toBe(0)
    expect(await sql`select epoch from feed_epoch`).toEqual([epoch])
  },
  60_000,
)

test.runIf(isSimulated('epochs'))(
  'an older state that was put back in place is noticed beside the store of files, a second time too',
  async () => {
    const [early, late] = [await openDevice(), await openDevice()]
    for (const device of [early, late]) {
      await saveDraft(device, 'kept')
      await pullAll(device)
    }
    await beat(server.sql)
    await leave(server)
    await cluster.stop()
    const { data } = clusterIn(path.join(folder, 'second'))
    await promisify(execFile)('cp', ['-a', data, `${data}.snapshot`])

    await serveAgain('second')
    await saveDraft(late, 'lost')
    await pullAll(late)
    const beside = await beat(server.sql)
    await putBack(data)
    expect(await noticeEpoch(server.sql, beside)).toBe('put-back')
    expect(await noticeEpoch(server.sql, beside)).toBe('nothing')
    expect(await pullAll(early)).toBe(0)
    expect(await pullAll(late)).toBeGreaterThan(0)
    expect([bodies(early), bodies(late)]).toEqual([['kept'], ['kept']])

    // The snapshot knows nothing of the generation that began when it was put back first.
    await saveDraft(late, 'lost again')
    await pullAll(late)
    const besideOnce = await beat(server.sql)
    const [epochOnce] = await server.sql`select app_epoch()`
    await putBack(data)
    await server.sql`update feed_epoch set restored_at = null`
    expect(await noticeEpoch(server.sql, besideOnce)).toBe('put-back')
    expect(await noticeEpoch(server.sql, besideOnce)).toBe('nothing')
    expect(await wasRestored(server.sql)).toBe(true)
    expect(await server.sql`select app_epoch()`).not.toEqual([epochOnce])
    expect(await noticeEpoch(server.sql, await beat(server.sql))).toBe('nothing')
    expect(await pullAll(late)).toBeGreaterThan(0)
    expect([bodies(early), bodies(late)]).toEqual([['kept'], ['kept']])
  },
  120_000,
)

/** Starts the cluster in a folder again and a server on it. */
async function serveAgain(name: string): Promise<void> {
  cluster = await startPostgres(path.join(folder, name), { fast: true })
  clusters.push(cluster)
  server = await serve(cluster)
}

/** Puts the snapshot of the second cluster in the place of its data, and starts a server on it. */
async function putBack(data: string): Promise<void> {
  await leave(server)
  await cluster.stop()
  await rm(data, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${data}.snapshot`, data])
  await serveAgain('second')
}
