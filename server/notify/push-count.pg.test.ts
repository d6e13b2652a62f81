import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, screen, signedIn } from '../testing/actors.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { sendPush } from './push-messages.ts'
import type { PushPayload } from './push-sender.ts'

const sent: PushPayload[] = []
let world: World
let actors: Actors
beforeAll(async () => {
  const send = async (_device: object, payload: PushPayload) => {
    sent.push(payload)
    return 'sent' as const
  }
  world = await openWorld({ parts: { push: { publicKey: 'vapid', send } } })
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

async function reachable(person: Person): Promise<void> {
  const browser = await signedIn(world, person)
  const endpoint = `https://fcm.googleapis.com/${person.id}`
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  expect((await browser.post('/api/push-subscription', { endpoint, keys })).status).toBe(200)
}

async function approved(): Promise<string> {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  return questionId
}

/** Sends a push message of this kind to this person, and returns its payload. */
async function pushed(kind: string, person: Person, questionId: string): Promise<PushPayload | undefined> {
  const id = randomUUID()
  await world.database.sql`
    insert into push_message (id, kind, question_id, person_id) values (${id}, ${kind}, ${questionId}, ${person.id})`
  await sendPush(world.context, id)
  return sent.find((payload) => payload.id === id)
}

test('a push to an athlete says how many questions wait for them, whatever it is about, and nothing more', async () => {
  await reachable(actors.athlete)
  const first = await approved()
  await approved()
  await asked(actors)
  expect(sent.map(({ waiting }) => waiting)).toEqual([1, 2])
  expect(Object.keys(sent[0] ?? {}).toSorted()).toEqual(['body', 'id', 'tag', 'title', 'url', 'waiting'])
  // one question is answered, and only its video is still being sent
  await world.database.sql`
    update question set grace_ends_at = app_now() + ${`${HOUR_MS} milliseconds`}::interval where id = ${first}`
  expect(await pushed('answer-delivered', actors.athlete, first)).toMatchObject({ waiting: 1 })
  await world.advance(200 * HOUR_MS)
  expect(await pushed('answer-delivered', actors.athlete, first)).toMatchObject({ waiting: 0 })
})

test('a push to a fan or to the desk counts nothing', async () => {
  const fan = await world.makePerson({ role: 'basic' })
  await Promise.all([reachable(fan), reachable(actors.admin)])
  const { questionId } = await asked(actors)
  for (const [kind, person] of [
    ['answer-ready', fan],
    ['desk-first', actors.admin],
  ] as const) {
    const payload = await pushed(kind, person, questionId)
    expect(payload).toBeDefined()
    expect(payload).not.toHaveProperty('waiting')
  }
})

test('a push about a delivered answer speaks of no share, because a free answer has none', async () => {
  await reachable(actors.athlete)
  const { questionId } = await asked(actors)
  const payload = await pushed('answer-delivered', actors.athlete, questionId)
  expect(payload).toMatchObject({ title: 'Your answer is delivered', body: 'The fan can watch it now.' })
})
