import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PullAnswer } from '../../sync/protocol.ts'
import type { Sql, Tx } from '../db/sql.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  pay,
  prepare,
  pull,
  screen,
  signedIn,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { databaseHash } from '../testing/rights/hash.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

/** Opens a transaction that stays open until it is told to commit. */
async function openWriter(sql: Sql) {
  const [begun, told] = [Promise.withResolvers<Tx>(), Promise.withResolvers<void>()]
  const ended = sql.begin(async (tx) => {
    begun.resolve(tx)
    await told.promise
  })
  return {
    tx: await begun.promise,
    commit: async () => {
      told.resolve()
      await ended
    },
  }
}

const pullAfter = (browser: Browser, checkpoint: object) =>
  browser.post<PullAnswer>('/sync/pull', { protocol: 1, collection: 'questions', checkpoint, limit: 100 })
const ids = ({ documents }: PullAnswer) => documents.map((each) => each.id)

describe('replication down', () => {
  test('BR-3 S1-1.6 S2-4.16 a reader gets what they may see and nothing else: an athlete from approval on, a stranger never', async () => {
    const { questionId } = await asked(actors)
    const athlete = await signedIn(world, actors.athlete)
    const other = await signedIn(world, await world.makePerson({ role: 'creator' }))
    expect(ids(await pull(athlete, 'questions'))).not.toContain(questionId)
    await screen(actors, questionId)
    expect(ids(await pull(athlete, 'questions'))).toContain(questionId)
    expect(ids(await pull(athlete, 'conversations'))).toHaveLength(1)
    for (const collection of ['questions', 'conversations', 'answers', 'drafts'])
      expect(ids(await pull(other, collection))).toEqual([])
  })

  test('D39 D104 the athlete learns the share and a first name; never the card, the address or the surname', async () => {
    await answered(actors)
    const athlete = await signedIn(world, actors.athlete)
    const text = JSON.stringify([
      await pull(athlete, 'questions'),
      await pull(athlete, 'conversations'),
      await pull(athlete, 'answers'),
    ])
    expect(text).not.toContain('@fan.test')
    expect(text).toContain('"shareCents":1200')
    expect(text).toContain('"firstName":"Kim"')
    expect(text).not.toMatch(/\bLee\b/)
    expect(text).not.toContain('1999-05-05')
    expect(text).not.toMatch(/pi_|ch_|seti_/)
  })

  test('BR-3 pages follow the checkpoint without a gap, and an empty page keeps it', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const whole = await pull(athlete, 'questions')
    const seen: string[] = []
    let checkpoint = null as PullAnswer['checkpoint'] | null
    for (;;) {
      const { body } = await athlete.post<PullAnswer>('/sync/pull', {
        protocol: 1,
        collection: 'questions',
        checkpoint,
        limit: 1,
      })
      if (body.documents.length === 0) {
        expect(body.checkpoint).toEqual(checkpoint)
        break
      }
      seen.push(...ids(body))
      checkpoint = body.checkpoint
    }
    expect(seen).toEqual(ids(whole))
  })

  test('a checkpoint of another cluster starts again', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const whole = await pull(athlete, 'questions')
    const restored = await pullAfter(athlete, { ...whole.checkpoint, epoch: 'another' })
    expect(restored.body).toMatchObject({ restart: true })
    expect(ids(restored.body)).toEqual(ids(whole))
  })

  test("S5 a checkpoint that is forged, or another reader's, costs a pull and nothing else", async () => {
    const other = await world.makePerson({ role: 'creator' })
    const athlete = await signedIn(world, actors.athlete)
    const whole = await pull(athlete, 'questions')
    const { questionId } = await asked({ ...actors, athlete: other }, { amountCents: 0 })
    await screen(actors, questionId)
    const stranger = await signedIn(world, other)
    const theirs = await pull(stranger, 'questions')
    expect(ids(theirs)).toEqual([questionId])
    await world.quiesce()
    const before = await databaseHash(world.database.sql)
    const { checkpoint } = whole
    const pullForged = (forged: object) => pullAfter(athlete, { ...checkpoint, ...forged })
    // no row here has reached this revision, so for a device that has seen it, an older state was put back
    const future = await pullForged({ rev: '9999999999999999999' })
    expect(future).toMatchObject({ status: 200, body: { restart: true } })
    expect(ids(future.body)).toEqual(ids(whole))
    for (const malformed of [{ rev: '99999999999999999999' }, { rev: '-1' }, { id: "x' or 1=1" }])
      expect(await pullForged(malformed)).toMatchObject({ status: 400 })
    // each reader finds only their own documents after the other's place
    expect(ids((await pullAfter(stranger, checkpoint)).body)).toEqual([questionId])
    expect(ids((await pullForged(theirs.checkpoint)).body)).toEqual([])
    expect(ids((await pullForged({ rev: '0', id: questionId })).body)).toEqual(ids(whole))
    expect(await databaseHash(world.database.sql)).toEqual(before)
    expect(await pull(athlete, 'questions')).toEqual(whole)
    expect(await pull(stranger, 'questions')).toEqual(theirs)
  })

  test('an outdated protocol, an unknown collection and a visitor are refused', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const request = { protocol: 1, collection: 'questions', checkpoint: null, limit: 10 }
    expect((await athlete.post('/sync/pull', { ...request, protocol: 0 })).body).toMatchObject({
      refusal: { code: 'outdated-app' },
    })
    const newer = await athlete.post('/sync/pull', { ...request, protocol: 2 })
    expect(newer.status, 'a newer app waits for the newer server').toBe(503)
    expect((await athlete.get('/sync/stream?protocol=2')).status).toBe(503)
    expect((await athlete.post('/sync/pull', { ...request, collection: 'holds' })).status).toBe(400)
    expect((await world.browser().post('/sync/pull', request)).status).toBe(401)
    expect((await world.browser().get('/sync/stream?protocol=1')).status).toBe(401)
  })

  test('a row whose writer commits late is never skipped', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const before = await pull(athlete, 'people')
    const early = await openWriter(world.database.sql)
    await early.tx`update person set bio = 'early' where id = ${actors.athlete.id}`
    await world.database.sql`update person set bio = 'late' where id = ${actors.admin.id}`
    const between = await athlete.post<PullAnswer>('/sync/pull', {
      protocol: 1,
      collection: 'people',
      checkpoint: before.checkpoint,
      limit: 10,
    })
    expect(ids(between.body)).toEqual([])
    await early.commit()
    expect(ids(await pull(athlete, 'people', between.body.checkpoint))).toEqual([actors.athlete.id])
  })

  test('D39 D104 a change of somebody is in the conversations that show them, for those who see it', async () => {
    const fanAccount = await world.makePerson({ role: 'basic' })
    const fan = await signedIn(world, fanAccount)
    const person = await world.makePerson({ role: 'creator', priceCents: 0 })
    const athlete = await signedIn(world, person)
    await asked(
      { ...actors, world: { ...world, browser: () => fan } },
      { athleteId: person.id, amountCents: 0 },
    )
    const checkpoints = {
      fan: (await pull(fan, 'conversations')).checkpoint,
      athlete: (await pull(athlete, 'conversations')).checkpoint,
    }
    const { sql } = world.database
    await sql`update person set first_name = 'Ada', picture_url = '/p/1' where id = ${person.id}`
    const [shown, ...more] = (await pull(fan, 'conversations', checkpoints.fan)).documents
    expect(shown).toMatchObject({ partner: { id: person.id, firstName: 'Ada', pictureUrl: '/p/1' } })
    expect(more).toEqual([])
    // the conversation is not open yet, so the athlete learns nothing; and a change the other side cannot see is no
    // change
    await sql`update person set first_name = 'Bo' where id = ${fanAccount.id}`
    await sql`update person set price_cents = 900, bio = 'new' where id = ${person.id}`
    expect((await pull(athlete, 'conversations', checkpoints.athlete)).documents).toEqual([])
    const last = (await pull(fan, 'conversations')).checkpoint
    expect((await pull(fan, 'conversations', last)).documents).toEqual([])
    await sql`update conversation set opened_at = app_now() where athlete_id = ${person.id}`
    const opened = await pull(athlete, 'conversations', checkpoints.athlete)
    expect(opened.documents).toMatchObject([{ partner: { firstName: 'Bo' } }])
    await sql`update person set first_name = 'Cy' where id = ${fanAccount.id}`
    const renamed = await pull(athlete, 'conversations', opened.checkpoint)
    expect(renamed.documents).toMatchObject([{ partner: { firstName: 'Cy' } }])
  })

  test('a change of somebody does not pass by a conversation that is being made', async () => {
    const { sql } = world.database
    const fan = await world.makePerson({ role: 'basic' })
    const person = await world.makePerson({ role: 'creator' })
    const reader = await signedIn(world, fan)
    const asking = await openWriter(sql)
    await asking.tx`insert into conversation (id, fan_id, athlete_id) values (${randomUUID()}, ${fan.id}, ${person.id})`
    const renaming = await openWriter(sql)
    const [backend] = await renaming.tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    const renamed = renaming.tx`update person set first_name = 'Ada' where id = ${person.id}`.then(() => true)
    const waits = async () =>
      (await sql`select from pg_stat_activity where pid = ${backend?.pid ?? 0} and wait_event_type = 'Lock'`)
        .length
    await Promise.race([renamed, expect.poll(waits, { timeout: 10_000 }).toBe(1)])
    await asking.commit()
    const request = { protocol: 1, collection: 'conversations', checkpoint: null, limit: 10 }
    const early = async () => (await reader.post<PullAnswer>('/sync/pull', request)).body
    await expect.poll(async () => ids(await early()), { timeout: 20_000 }).toHaveLength(1)
    const { checkpoint } = await early()
    await renamed
    await renaming.commit()
    const late = await pull(reader, 'conversations', checkpoint)
    expect(late.documents).toMatchObject([{ partner: { firstName: 'Ada' } }])
  })

  test('the stream says which collection changed, and ends with its session', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const stream = await athlete.request('/sync/stream?protocol=1')
    const reader = stream.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) break
        text += decoder.decode(value)
      }
      return text
    }
    await until('event: ready')
    await world.database.sql`update person set bio = 'seen' where id = ${actors.athlete.id}`
    expect(await until('"people"')).toContain('event: changed\ndata: {"collection":"people"}')
    await athlete.post('/api/auth/sign-out', {})
    expect(await until('bye')).toContain('"signed-out"')
    expect((await reader?.read())?.done).toBe(true)
  })
})

describe('intents up', () => {
  test('an id seen before gets its stored outcome and nothing happens twice', async () => {
    const { fan, questionId } = await asked(actors)
    const id = randomUUID()
    const first = await fan.push('question.cancel', { questionId }, id)
    const mails = (await world.mails()).length
    expect(await fan.push('question.cancel', { questionId }, id)).toEqual(first)
    await world.quiesce()
    expect(await fan.push('question.cancel', { questionId }, id)).toEqual(first)
    expect((await world.mails()).length).toBeLessThanOrEqual(mails + 1)
  })

  /** Prepares a question whose card is confirmed, before anybody asks for it. */
  async function confirmed() {
    const fan = world.browser()
    const ask = askOf(actors)
    await pay(fan, (await prepare(fan, ask)).body.clientSecret)
    return { fan, questionId: ask.questionId, id: randomUUID() as string }
  }
  const storedOf = (id: string) => world.database.sql`select outcome from intent_outcome where id = ${id}`

  test('D29 while the card provider gives no answer nothing is decided: the same intent is settled later', async () => {
    const { fan, questionId, id } = await confirmed()
    const faults = world.context.payments.standIn?.faults
    faults?.next(/GET .*payment_intents/, 'refuse', 99)
    expect(await fan.push('question.ask', { questionId }, id)).toEqual({ id, state: 'failed' })
    expect(await storedOf(id)).toHaveLength(0)
    faults?.clear()
    expect(await fan.push('question.ask', { questionId }, id)).toMatchObject({
      state: 'settled',
      value: { state: 'asked' },
    })
    expect(await storedOf(id)).toHaveLength(1)
  })

  test('an id that is settled elsewhere at the same moment has that outcome, and is not done here', async () => {
    const { fan, questionId, id } = await confirmed()
    const { sql } = world.database
    const theirs = { id, state: 'settled', value: { state: 'waiting' } }
    world.faults.set('ask.before-commit', async () => {
      await sql`
        insert into intent_outcome (id, principal, device, name, outcome)
        select ${id}, principal, ${randomUUID()}, 'question.ask', ${sql.json(theirs)} from prepared_ask where id = ${questionId}`
    })
    const outcome = await fan.push('question.ask', { questionId }, id)
    world.faults.clear()
    expect(outcome).toEqual(theirs)
    expect(await sql`select from question where id = ${questionId}`).toHaveLength(0)
  })

  test("another caller's id is neither told nor taken over", async () => {
    const mine = await asked(actors)
    const theirs = await asked(actors)
    const id = randomUUID()
    await mine.fan.push('question.cancel', { questionId: mine.questionId }, id)
    expect(await theirs.fan.push('question.cancel', { questionId: theirs.questionId }, id)).toMatchObject({
      refusal: { code: 'id-taken' },
    })
  })

  test('ten devices decide at once: exactly one decision counts', async () => {
    const { questionId } = await asked(actors)
    const desk = await signedIn(world, actors.admin)
    const { body } = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        desk.push(index % 2 ? 'question.approve' : 'question.reject', {
          questionId,
          revision: body.revision,
          ...(index % 2 ? {} : { note: '' }),
        }),
      ),
    )
    expect(outcomes.filter((each) => each.state === 'settled')).toHaveLength(1)
  })

  test('unknown, malformed, foreign and unallowed intents are refused from the catalogue', async () => {
    const { fan, questionId } = await asked(actors)
    const athlete = await signedIn(world, actors.athlete)
    for (const name of ['__proto__', 'constructor', 'question', 'QUESTION.CANCEL'])
      expect(await fan.push(name, { questionId })).toMatchObject({ refusal: { code: 'unknown-intent' } })
    expect(await fan.push('question.cancel', { questionId: 7 })).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
    expect(await fan.push('question.cancel', { questionId, status: 'completed' })).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
    expect(await fan.push('question.approve', { questionId, revision: 1 })).toMatchObject({
      refusal: { code: 'not-allowed' },
    })
    expect(await athlete.push('question.approve', { questionId, revision: 1 })).toMatchObject({
      refusal: { code: 'not-allowed' },
    })
    expect(await athlete.push('question.decline', { questionId, note: '' })).toMatchObject({
      refusal: { code: 'not-found' },
    })
  })

  test("a push that names another account's outbox settles nothing", async () => {
    const athlete = await signedIn(world, actors.athlete)
    const intents = [{ id: randomUUID(), name: 'draft.discard', version: 1, args: { draftId: randomUUID() } }]
    const answer = await athlete.post('/sync/push', {
      device: randomUUID(),
      account: actors.admin.id,
      intents,
    })
    expect(answer).toMatchObject({ status: 401, body: { refusal: { code: 'sign-in-first' } } })
    expect(
      await world.database.sql`select from intent_outcome where id = ${intents[0]?.id ?? ''}`,
    ).toHaveLength(0)
  })

  test('D98 a draft written over an older one is kept beside it', async () => {
    const fan = await signedIn(world, await world.makePerson({ role: 'basic' }))
    const draftId = randomUUID()
    const draft = { draftId, athleteId: actors.athlete.id, savedAt: 5 }
    expect(await fan.push('draft.save', { ...draft, base: 0, body: 'one' })).toMatchObject({
      value: { draftId, revision: 1 },
    })
    expect(await fan.push('draft.save', { ...draft, base: 1, body: 'two' })).toMatchObject({
      value: { draftId, revision: 2 },
    })
    const lost = await fan.push('draft.save', { ...draft, base: 1, body: 'from another device' })
    expect(lost).toMatchObject({ state: 'settled', value: { revision: 1 } })
    const bodies = (await pull(fan, 'drafts')).documents.map((each) => each.body)
    expect(bodies.sort()).toEqual(['from another device', 'two'])
    const nobody = { ...draft, athleteId: randomUUID(), base: 1, body: 'to nobody' }
    expect(await fan.push('draft.save', nobody)).toMatchObject({ refusal: { code: 'athlete-unavailable' } })
    const other = await signedIn(world, await world.makePerson({ role: 'basic' }))
    const theirs = await other.push('draft.save', { ...draft, base: 2, body: 'not mine' })
    expect(theirs).toMatchObject({ refusal: { code: 'not-found' } })
    expect((await pull(other, 'drafts')).documents).toEqual([])
    expect((await pull(fan, 'drafts')).documents).toHaveLength(2)
    await fan.push('draft.discard', { draftId })
    expect((await pull(fan, 'drafts')).documents).toContainEqual({ id: draftId, _deleted: true })
  })
})
