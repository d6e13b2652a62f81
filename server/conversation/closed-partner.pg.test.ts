import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationDocument } from '../../sync/collections.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { type Actors, openCast, pull, signedIn } from '../testing/actors.ts'

let actors: Actors
beforeAll(async () => {
  actors = await openCast()
})
afterAll(() => actors.world.end())

test('D52 the device of a fan learns that the account of their athlete was closed; the athlete’s is told of no fan', async () => {
  const { world, athlete, admin } = actors
  const fan = await world.makePerson({ role: 'basic' })
  await world.database.sql`
    insert into conversation (id, fan_id, athlete_id, opened_at)
    values (gen_random_uuid(), ${fan.id}, ${athlete.id}, app_now())`
  const partnersIn = ({ documents }: PullAnswer) =>
    documents.map((each) => (each as unknown as ConversationDocument).partner)
  const device = await signedIn(world, fan)
  const before = await pull(device, 'conversations')
  expect(partnersIn(before)).toMatchObject([{ id: athlete.id, isClosed: false }])
  const toAthlete = await pull(await signedIn(world, athlete), 'conversations')
  expect(partnersIn(toAthlete)).toMatchObject([{ id: fan.id, isClosed: false }])
  const desk = await signedIn(world, admin)
  const card = { cardId: randomUUID(), personId: athlete.id, card: 'termination', reason: 'Because of it.' }
  expect(await desk.push('athlete.card', card)).toMatchObject({ state: 'settled' })
  const after = await pull(device, 'conversations', before.checkpoint)
  expect(partnersIn(after)).toMatchObject([{ id: athlete.id, username: 'rower', isClosed: true }])
})
