import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { type Actors, answered, asked, askOf, prepare, screen, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/sample.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
  desk = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const may = async (browser: Browser, videoId: string) =>
  (await browser.post('/api/media-ticket', { videoId })).status

test('D39 an admin plays the video of every question that was asked, and none that was not', async () => {
  const fan = world.browser()
  const video = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: video.declared, amountCents: 1_500 })
  await prepare(fan, ask)
  await fan.upload(video, 'question')
  await world.quiesce()
  expect([await may(fan, video.declared.id), await may(desk, video.declared.id)]).toEqual([200, 404])
  const free = await world.makePerson({ role: 'creator', priceCents: 0 })
  const another = await sampleVideo('question.webm')
  await fan.upload(another, 'question')
  await asked(
    { ...actors, world: { ...world, browser: () => fan } },
    { athleteId: free.id, amountCents: 0, kind: 'video', text: '', video: another.declared },
  )
  expect(await may(desk, another.declared.id)).toBe(200)
})

test("D39 a take that nobody was charged for is not the admin's to see; the delivered answer is", async () => {
  const { fan, athlete, video, questionId, answerId } = await answered(actors)
  const { id } = video.declared
  const everybody = async () => [await may(athlete, id), await may(fan, id), await may(desk, id)]
  const atDesk = async () =>
    (await desk.post<DeskQuestionAnswer>('/api/desk/question', { id: questionId })).body.answerVideoId
  expect([await everybody(), await atDesk()]).toEqual([[200, 200, 200], id])
  await world.database.sql`update answer set state = 'stored' where id = ${answerId}`
  expect([await everybody(), await atDesk()]).toEqual([[200, 404, 404], null])
})

test("D39 a take that was sent and not announced is its athlete's alone", async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.webm')
  await athlete.upload(video, 'answer', { questionId })
  await world.quiesce()
  expect([await may(athlete, video.declared.id), await may(desk, video.declared.id)]).toEqual([200, 404])
})
