import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, openCast, screen, signedIn, submit } from '../testing/actors.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'

const pushed: string[] = []
const service = createServer((request, response) => {
  pushed.push(request.url ?? '')
  request.resume()
  response.writeHead(201).end()
})
let world: World
let actors: Actors
beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  actors = await openCast()
  world = actors.world
})
afterAll(async () => {
  service.close()
  await world.end()
})

/** Signs in with a device that this push service reaches. */
async function reachable() {
  const athlete = await signedIn(world, actors.athlete)
  const { port } = service.address() as AddressInfo
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'a'.repeat(22) }
  const told = await athlete.post('/api/push-subscription', {
    endpoint: `http://127.0.0.1:${port}/device`,
    keys,
  })
  expect(told.status).toBe(200)
  return athlete
}

const approved = async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  return questionId
}
const reminders = (questionId: string) => world.database.sql<{ id: string }[]>`
  select id from push_message where question_id = ${questionId} and kind = 'request-reminder' order by created_at`
const mails = async (questionId: string) => {
  const rows = await world.database.sql`
    select from mail where question_id = ${questionId} and kind = 'request-reminder'`
  return rows.length
}
const later = async (ms: number) => {
  await world.advance(ms)
  await world.quiesce()
}

test('a reminder at 24 h and at 6 h, by mail alone where no device is reached', async () => {
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 1])
  await later(18 * HOUR_MS)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 2])
})

test('a device that says the push is there spares the mail; a silent one does not', async () => {
  await reachable()
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  const [first] = await reminders(questionId)
  expect(await mails(questionId)).toBe(0)
  const device = world.browser()
  expect((await device.post('/api/push-received', { pushId: first?.id })).status).toBe(200)
  await later(11 * 60_000)
  expect(await mails(questionId)).toBe(0)
  await later(18 * HOUR_MS - 11 * 60_000)
  expect((await reminders(questionId)).length).toBe(2)
  expect(await mails(questionId)).toBe(0)
  await later(11 * 60_000)
  await later(60_000)
  expect(await mails(questionId)).toBe(1)
})

test('nobody is reminded of a question whose answer was announced', async () => {
  const athlete = await signedIn(world, actors.athlete)
  const questionId = await approved()
  await submit(athlete, questionId, await sampleVideo('answer.webm'))
  await later(48 * HOUR_MS + 1_000)
  await later(18 * HOUR_MS)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 0])
})

test('a question that is declined or answered after its reminder was pushed is not written about', async () => {
  const athlete = await reachable()
  const answered = await approved()
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  expect([(await reminders(questionId)).length, (await reminders(answered)).length]).toEqual([1, 1])
  await athlete.push('question.decline', { questionId, note: '' })
  expect((await submit(athlete, answered, await sampleVideo('answer.webm'))).outcome.state).toBe('settled')
  await later(11 * 60_000)
  expect([await mails(questionId), await mails(answered)]).toEqual([0, 0])
})
