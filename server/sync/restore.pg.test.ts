import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../../sync/collections.ts'
import type { Outcome } from '../../sync/protocol.ts'
import { createApp } from '../app/app.ts'
import { assemble } from '../app/open-context.ts'
import { startJobs } from '../app/start-jobs.ts'
import type { Context } from '../context.ts'
import { type EmbeddedPostgres, startPostgres } from '../db/embedded.ts'
import type { Sql } from '../db/sql.ts'
import type { AppEnv } from '../http/app-env.ts'
import { linkToken } from '../notify/private-link.ts'
import { earningsCents } from '../payment/ledger.ts'
import { reconcile } from '../payment/reconcile/reconcile.ts'
import { listReturns } from '../payment/refunds-and-disputes/list-returns.ts'
import { type Actors, askOf, pay, prepare, screen, signedIn, submit } from '../testing/actors.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { settled } from '../testing/database.ts'
import { ledgerBreaks } from '../testing/ledger-breaks.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import { Device, freshCopy } from '../testing/rights/device.ts'
import { restoreBackup } from '../testing/rows/restored-backup.ts'
import { isSimulated } from '../testing/simulations.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type Hub, startHub } from './hub.ts'

/** Long enough for a change to be announced, which needs all older writers of the cluster to end. */
const POLL = { timeout: 20_000 }

type Ask = ReturnType<typeof askOf>
type Server = { sql: Sql; context: Context; hub: Hub; app: Hono<AppEnv> }

/** A settled entry, which a device keeps for 30 days. */
type Entry = { id: string; name: string; args: object; outcome: Outcome }

let world: World
let cluster: EmbeddedPostgres
let folder: string
let restored: Server
let people: { fan: Device; athlete: Device }
/** The server that receives the devices' requests: first the old one, then the restored one. */
let app: { request: Hono<AppEnv>['request']; sql: Sql }
const outbox: Record<'fan' | 'athlete', Entry[]> = { fan: [], athlete: [] }
const made = {
  kept: randomUUID() as string,
  discarded: randomUUID() as string,
  later: randomUUID() as string,
}
/** A question whose answer was delivered before the backup. */
let paidFor: string
let asked: { declined: string; answered: string; unsaved: string; taken: string }
/**
 * Asks made since the backup, as the device still has them. The bytes of the first video arrived before the folders
 * were copied.
 */
let lost: { video: Ask; later: Ask; laterVideo: Sample; charged: Ask }
let atBackup: Record<string, Map<string, unknown>>

async function send(who: 'fan' | 'athlete', name: string, args: object): Promise<void> {
  const id: string = randomUUID()
  const outcome = await people[who].browser.push(name, args, id)
  expect(outcome.state).toBe('settled')
  outbox[who].push({ id, name, args, outcome })
}

const draft = (draftId: string, base: number, body: string) => ({
  draftId,
  athleteId: people.athlete.reader,
  base,
  savedAt: 5,
  body,
})

async function askAndScreen(actors: Actors, ask = askOf(actors)): Promise<string> {
  const prepared = await prepare(people.fan.browser, ask)
  await pay(people.fan.browser, prepared.body.clientSecret)
  await send('fan', 'question.ask', { questionId: ask.questionId })
  await world.quiesce()
  expect((await screen(actors, ask.questionId)).state).toBe('settled')
  return ask.questionId
}

/** Makes a payment that is charged at the payment provider, as after a delivered answer. */
async function beCharged(ask: Ask): Promise<void> {
  const { body } = await prepare(people.fan.browser, ask)
  await pay(people.fan.browser, body.clientSecret)
  await capture(ask.questionId)
}

async function capture(questionId: string): Promise<void> {
  const [intent] = await confirmedFor({ questionId })
  const charged = await world.context.payments.capture(intent?.id ?? '', 1_500, questionId)
  expect(charged).toMatchObject({ value: { status: 'succeeded' } })
}

/** Makes an answer that was paid and delivered before the backup. */
async function deliverOne(actors: Actors): Promise<string> {
  const questionId = await askAndScreen(actors)
  const video = await sampleVideo('answer.webm')
  await submit(people.athlete.browser, questionId, video)
  await people.athlete.browser.upload(video, 'answer')
  await world.quiesce()
  return questionId
}

/** Makes, since the backup, a paid tip, and a partial refund and a dispute of the answer. */
async function returnSome(actors: Actors): Promise<void> {
  const { sql } = world.database
  const token = linkToken(world.context.secrets.privateLink, paidFor, 1)
  const tip = { amount: 500, currency: 'usd', capture_method: 'automatic', tipId: randomUUID(), token }
  const { body } = await people.fan.browser.post<{ clientSecret: string }>('/api/create-payment-intent', tip)
  await pay(people.fan.browser, body.clientSecret)
  const [hold] = await sql<{ id: string; charge: string }[]>`
    select id, charge_id as charge from hold where ask_id = ${paidFor}`
  const desk = await signedIn(world, actors.admin)
  const refund = { refundId: randomUUID(), paymentId: hold?.id, amountCents: 400, reason: 'goodwill' }
  expect(await desk.push('payment.refund', refund)).toMatchObject({ state: 'settled' })
  await world.quiesce()
  const standIn = world.context.payments.standIn
  const { id } =
    (await standIn?.outside({ act: 'dispute', chargeId: hold?.charge ?? '', amountCents: 1_100 })) ?? {}
  await standIn?.outside({ act: 'decide', disputeId: id ?? '', status: 'lost' })
  await world.quiesce()
}

async function confirmedFor({ questionId }: Pick<Ask, 'questionId'>) {
  const found = await world.context.payments.findConfirmed(questionId)
  if (!found.ok) throw new Error(found.problem.code)
  return found.value
}

async function pullAll(device: Device): Promise<void> {
  await device.browser.settled()
  for (const name of COLLECTION_NAMES) await device.pull(name)
}

async function openDevice(person: { id: string; email: string; password: string }): Promise<Device> {
  const browser: Browser = openBrowser(
    (url, init) => app.request(url, init),
    () => settled(app.sql),
  )
  await browser.signIn(person)
  return new Device(browser, person.id, () => 3)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-restore-'))
  world = await openWorld()
  const actors: Actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
  app = { request: createApp(world.context, { hub: world.hub, site: null }).request, sql: world.database.sql }
  people = {
    fan: await openDevice(await world.makePerson({ role: 'basic' })),
    athlete: await openDevice(actors.athlete),
  }
  await send('fan', 'draft.save', draft(made.kept, 0, 'as it was'))
  await send('fan', 'draft.save', draft(made.discarded, 0, 'nothing'))
  await send('fan', 'draft.discard', { draftId: made.discarded })
  const [declined, answered] = [await askAndScreen(actors), await askAndScreen(actors)]
  const taken = await askAndScreen(actors)
  paidFor = await deliverOne(actors)
  for (const device of Object.values(people)) await pullAll(device)
  atBackup = Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, new Map(people.fan.held[name].documents)]),
  )

  // the driver's COPY leaves its connection paused after a table larger than its buffer
  await world.database.sql`delete from mailbox`
  cluster = await startPostgres(path.join(folder, 'another'), { fast: true })
  const sql = await restoreBackup(world, cluster.host)

  const [video, later] = [await sampleVideo('question.webm'), await sampleVideo('question.webm')]
  const filmed = { kind: 'video', text: '' }
  lost = {
    video: askOf(actors, { ...filmed, video: video.declared }),
    later: askOf(actors, { ...filmed, video: later.declared }),
    laterVideo: later,
    charged: askOf(actors),
  }
  await people.fan.browser.upload(video, 'question')
  const dataDir = await copyFolders(world.dir)
  asked = { declined, answered, taken, unsaved: await askAndScreen(actors, lost.video) }
  await people.fan.browser.upload(later, 'question')
  await askAndScreen(actors, lost.later)
  await beCharged(lost.charged)
  await capture(taken)
  await returnSome(actors)
  await send('fan', 'draft.save', draft(made.kept, 1, 'as it became'))
  await send('fan', 'draft.save', draft(made.later, 0, 'written since'))
  await send('athlete', 'question.decline', { questionId: declined, note: 'not mine' })
  const { declared } = await sampleVideo('answer.webm')
  const answer = { answerId: randomUUID(), questionId: answered, video: declared, recordedAt: 1 }
  await send('athlete', 'answer.submit', answer)
  await world.quiesce()
  for (const device of Object.values(people)) await pullAll(device)

  restored = await openServer(sql, dataDir)
  app = { request: restored.app.request, sql }
}, 300_000)

afterAll(async () => {
  await restored.hub.stop()
  await restored.context.jobs.stop()
  await restored.sql.end({ timeout: 1 })
  await cluster.stop()
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

/** Copies the second half of the backup, the folders of `DATA_DIR`, a while after the dump. */
async function copyFolders(from: string): Promise<string> {
  const to = path.join(folder, 'data')
  for (const name of ['uploads', 'served', 'pictures'])
    await cp(path.join(from, name), path.join(to, name), { recursive: true })
  return to
}

async function openServer(sql: Sql, dataDir: string): Promise<Server> {
  // the payment provider was not restored and still knows everything
  const env = { ...world.context.env, dataDir }
  const { log, payments } = world.context
  const context = await assemble({ env, background: false, log, parts: { payments } }, sql)
  await startJobs(context)
  const hub = await startHub(context)
  return { sql, context, hub, app: createApp(context, { hub, site: null }) }
}

/** Sends the settled entries again, as a device does after the epoch has changed. */
async function sendAgain(who: 'fan' | 'athlete'): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { id, name, args } of outbox[who]) outcomes.push(await people[who].browser.push(name, args, id))
  return outcomes
}

async function expectSame(device: Device): Promise<void> {
  for (const name of COLLECTION_NAMES) {
    const fresh = await freshCopy(device.browser, name)
    expect(device.held[name].documents, name).toEqual(fresh)
    const rows = await restored.sql<{ id: string }[]>`
      select distinct id from audience where collection = ${name} and reader = ${device.reader}`
    expect([...fresh.keys()].sort(), `${name} and the audience`).toEqual(rows.map(({ id }) => id).sort())
  }
}

describe.runIf(isSimulated('restore'))('BR-3 a backup restored into another cluster', () => {
  test('is another epoch, whose transaction numbers begin low', async () => {
    const epochOf = async (sql: Sql) =>
      (await sql<{ epoch: string }[]>`select app_epoch() as epoch`)[0]?.epoch
    expect(await epochOf(restored.sql)).not.toBe(await epochOf(world.database.sql))
    const [old] = await world.database.sql`select max(rev::text::bigint) > 0 as told from feed`
    expect(old).toEqual({ told: true })
    const [ahead] = await restored.sql<{ count: number }[]>`
      select count(*)::int as count from feed where rev >= pg_snapshot_xmax(pg_current_snapshot())`
    expect(ahead).toEqual({ count: 0 })
  })

  test('a device that comes back drops what it had and has what was saved; nothing deleted or unsaved stays', async () => {
    expect(people.fan.held.questions.documents.has(asked.unsaved)).toBe(true)
    for (const device of Object.values(people)) await pullAll(device)
    const { questions, drafts } = people.fan.held
    expect(questions.documents.has(asked.unsaved)).toBe(false)
    expect(drafts.documents.has(made.later)).toBe(false)
    expect(drafts.documents.has(made.discarded)).toBe(false)
    for (const name of COLLECTION_NAMES) expect(people.fan.held[name].documents, name).toEqual(atBackup[name])
    for (const device of Object.values(people)) await expectSame(device)
  })

  test('no intent is lost and none is done twice', async () => {
    const before = await restored.sql`select from intent_outcome`
    const again = { fan: await sendAgain('fan'), athlete: await sendAgain('athlete') }
    // a question asked since the backup was prepared by a call, which must be repeated before its intent
    const lost = again.fan.filter(({ state }) => state === 'refused')
    expect(lost).toMatchObject([{ refusal: { code: 'not-found' } }, { refusal: { code: 'not-found' } }])
    for (const who of ['fan', 'athlete'] as const)
      for (const [index, { outcome, name }] of outbox[who].entries())
        if (again[who][index]?.state !== 'refused') expect(again[who][index], name).toEqual(outcome)
    expect((await restored.sql`select from intent_outcome`).length).toBe(before.length + 6)
    expect([await sendAgain('fan'), await sendAgain('athlete')]).toEqual([again.fan, again.athlete])
    expect((await restored.sql`select from intent_outcome`).length).toBe(before.length + 6)
    for (const device of Object.values(people)) await pullAll(device)
    const { drafts, questions } = people.fan.held
    expect([...drafts.documents.values()]).toHaveLength(2)
    expect(drafts.documents.get(made.kept)).toMatchObject({ body: 'as it became', revision: 2 })
    expect(drafts.documents.get(made.later)).toMatchObject({ body: 'written since' })
    expect(questions.documents.get(asked.declined)).toMatchObject({ athleteNote: 'not mine' })
    expect(questions.documents.get(asked.answered)).toMatchObject({ graceEndsAt: expect.any(Number) })
    const states = (await restored.sql<{ state: string }[]>`select state from answer order by state`).map(
      ({ state }) => state,
    )
    expect(states).toEqual(['delivered', 'waiting'])
    expect(people.athlete.held.answers.documents.size).toBe(2)
    for (const device of Object.values(people)) await expectSame(device)
  })

  test('S1-4.25 a question asked since is prepared anew and goes on with what it had: the hold, the video, its id', async () => {
    const { browser } = people.fan
    const prepared = await prepare(browser, lost.video)
    expect(prepared).toMatchObject({ status: 200, body: { hold: 'held' } })
    await send('fan', 'question.ask', { questionId: asked.unsaved })
    const { jobs } = restored.context
    for (let left = -1; left !== 0; ) left = await jobs.runDue()
    expect(await prepare(browser, lost.video)).toMatchObject({ body: { refusal: { code: 'ask-closed' } } })
    const [question] = await restored.sql`
      select q.status, q.hold_state, m.state as video from question q join media m on m.id = q.media_id
      where q.id = ${asked.unsaved}`
    expect(question).toEqual({ status: 'new', hold_state: 'held', video: 'stored' })
    expect(await confirmedFor(lost.video)).toMatchObject([{ status: 'requires_capture' }])
    await pullAll(people.fan)
    expect(people.fan.held.questions.documents.has(asked.unsaved)).toBe(true)
  })

  test('BR-3 what was stored when the folders were copied is whole; what came since is sent once more by its device', async () => {
    const { blobs, jobs } = restored.context
    const stored = await restored.sql<{ key: string; bytes: number }[]>`
      select served_key as key, served_bytes as bytes from media where state = 'stored'`
    expect(stored).not.toHaveLength(0)
    for (const { key, bytes } of stored) expect(await blobs.stat('served', key)).toMatchObject({ bytes })
    expect(await prepare(people.fan.browser, lost.later)).toMatchObject({ body: { hold: 'held' } })
    await send('fan', 'question.ask', { questionId: lost.later.questionId })
    const stateNow = async () => {
      for (let left = -1; left !== 0; ) left = await jobs.runDue()
      const rows = await restored.sql`
        select m.state as video, q.status from media m left join question q on q.media_id = m.id
        where m.id = ${lost.laterVideo.declared.id}`
      return { ...rows[0] }
    }
    expect(await stateNow()).toEqual({ video: 'expected', status: null })
    await people.fan.browser.upload(lost.laterVideo, 'question')
    expect(await stateNow()).toEqual({ video: 'stored', status: 'new' })
    expect(await confirmedFor(lost.later)).toMatchObject([{ status: 'requires_capture' }])
  })

  test('a question that was charged for since is not paid twice', async () => {
    const again = await prepare(people.fan.browser, lost.charged)
    expect(again).toMatchObject({ status: 409, body: { refusal: { code: 'ask-closed' } } })
    expect(await confirmedFor(lost.charged)).toHaveLength(1)
  })

  test('B7 M6 Stripe is ahead of the backup: the nightly comparison finds what is missing, and takes it in', async () => {
    const found = (await ledgerBreaks(restored.context))?.filter(
      ({ between }) => between === 'ledger and Stripe',
    )
    expect(found?.map(({ theirCents }) => theirCents).sort()).toEqual(
      [-1_100 - 1_500, -400, 1_426, 1_426, 455].sort(),
    )
    await reconcile(restored.context)
    const answer = await listReturns(restored.context)
    // An admin has to refund a charge for a question that is unknown here, so it is reported with its name at the
    // provider. A charge for a question that may still be answered waits for the answer.
    const [unknown, open] = [
      await confirmedFor(lost.charged),
      await confirmedFor({ questionId: asked.taken }),
    ]
    expect(answer.check?.mended).toBe(3)
    expect(answer.check?.breaks).toHaveLength(2)
    for (const [question, [intent]] of [
      ['unknown', unknown],
      ['open', open],
    ] as const)
      expect(answer.check?.breaks).toContainEqual({
        sourceId: intent?.charge?.id,
        between: 'ledger and Stripe',
        ourCents: null,
        theirCents: 1_426,
        payment: { intentId: intent?.id, question },
      })
    const booked = (sql: Sql) => sql`
      select t.kind, e.account, e.amount_cents from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.question_id = ${paidFor} order by t.kind, e.account, e.amount_cents`
    expect([...(await booked(restored.sql))]).toEqual([...(await booked(world.database.sql))])
    expect(await earningsCents(restored.sql, people.athlete.reader)).toBe(455)
    await reconcile(restored.context)
    expect((await listReturns(restored.context)).check).toMatchObject({ mended: 0 })
    // the admin does what the break says, and it ends
    const chargeId = unknown[0]?.charge?.id ?? ''
    const order = { chargeId, amountCents: 1_500, refundId: 'made there' }
    expect(await world.context.payments.refund(order, 'by hand')).toMatchObject({ ok: true })
    await reconcile(restored.context)
    const left = [expect.objectContaining({ sourceId: open[0]?.charge?.id })]
    expect((await listReturns(restored.context)).check).toMatchObject({ breaks: left, mended: 2 })
  })

  test('what is written from then on arrives, by the stream too', async () => {
    await people.fan.connect()
    await expect.poll(() => people.fan.events, POLL).toBeGreaterThan(0)
    await send('fan', 'draft.save', draft(made.kept, 2, 'and on it goes'))
    await expect
      .poll(() => people.fan.held.drafts.documents.get(made.kept), POLL)
      .toMatchObject({ body: 'and on it goes' })
    await people.fan.disconnect()
  })
})
