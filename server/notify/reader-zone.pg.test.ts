import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '../../sync/paths.ts'
import { type Actors, asked, askOf, openCast, screen, signedIn, submit } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { spokenTime } from './spoken-time.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** Opens the device's stream from a time zone, as every device does. */
async function listenFrom(browser: Browser, zone: string): Promise<void> {
  const query = new URLSearchParams({ protocol: '1', zone })
  const answer = await browser.request(`/sync/stream?${query}`)
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
}

async function mailsTo(address: string): Promise<string[]> {
  return (await world.mails()).filter(({ recipient }) => recipient === address).map(({ text }) => text)
}

const dueAtOf = async (questionId: string) =>
  (
    await world.database.sql<
      { dueAt: Date }[]
    >`select due_at as "dueAt" from question where id = ${questionId}`
  )[0]?.dueAt as Date

test('an athlete’s mail opens the very question, and names its deadline in the zone of their device; what is no zone changes nothing', async () => {
  const athlete = await signedIn(world, actors.athlete)
  await listenFrom(athlete, 'America/New_York')
  await listenFrom(athlete, 'Nowhere/At_all')
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const told = (await mailsTo(actors.athlete.email)).at(-1)
  expect(told).toContain(`/dashboard?question=${questionId}`)
  expect(told).toContain(spokenTime(await dueAtOf(questionId), 'America/New_York'))
  expect(told).toMatch(/E[SD]T/)
})

test('a fan with an account is told in the zone of theirs; somebody whose zone is not known in UTC, which is named', async () => {
  const fan = await signedIn(world, await world.makePerson({ role: 'basic' }))
  await listenFrom(fan, 'Asia/Tokyo')
  const own = await asked(actors, { subject: 'From Tokyo' }, fan)
  const guests = await asked(actors, { subject: 'From nowhere' })
  const athlete = await signedIn(world, actors.athlete)
  for (const { questionId } of [own, guests]) {
    await screen(actors, questionId)
    await submit(athlete, questionId, await sampleVideo('answer.mp4'))
  }
  // the mail about the announcement waits two minutes for the answer itself
  await world.advance(3 * 60_000)
  await world.quiesce()
  const all = await world.mails()
  // the last mails are about the approval and the announcement
  const saidOf = (subject: string) =>
    all.filter(({ text }) => text.includes(subject) && /recorded an answer|has until/.test(text))
  const ofFan = saidOf('From Tokyo')
  const ofGuest = saidOf('From nowhere')
  expect([ofFan.length, ofGuest.length]).toEqual([2, 2])
  for (const { text } of ofFan) expect(text).toContain('GMT+9')
  for (const { text } of ofGuest) expect(text).toMatch(/ UTC\b/)
})

test('somebody without an account is told in the zone of the browser they asked with; what is no zone is not kept', async () => {
  const fan = world.browser()
  const ask = askOf(actors, { subject: 'From Lima' })
  for (const zone of ['Nowhere/At_all', 'America/Lima', 'Nowhere/At_all']) {
    const body = { ask, captcha: await fan.captcha() }
    const headers = { [HEADERS.zone]: zone }
    expect((await fan.request('/api/prepare-ask', { method: 'POST', body, headers })).status).toBe(200)
    await fan.session()
  }
  const { questionId } = await asked(actors, ask, fan)
  await screen(actors, questionId)
  const told = (await world.mails())
    .filter(({ text }) => text.includes('From Lima') && text.includes('has until'))
    .at(-1)
  expect(told?.text).toContain(spokenTime(await dueAtOf(questionId), 'America/Lima'))
})
