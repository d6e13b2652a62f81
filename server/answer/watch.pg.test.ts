import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MediaTicketAnswer } from '../../sync/calls.ts'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { createApp } from '../app/app.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  prepare,
  pull,
  screen,
  signedIn,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
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

test('what is said in an answer is written by its athlete and the team, seen by both sides in the player, and deleted with the video', async () => {
  const { fan, athlete, video, questionId, viewPath } = await answered(actors)
  const transcribe = (browser: Browser, text: string) =>
    browser.push('answer.transcribe', { questionId, text })
  const file = 'WEBVTT\n\nNOTE secret\n\n00:01.000 --> 00:02.000 line:0\n<v Mia>Knees </script><b>first'
  expect(await transcribe(athlete, file)).toMatchObject({ state: 'settled' })
  const captions = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nKnees first\n'
  const transcript = { text: 'Knees first', captions }
  expect((await view(fan, viewPath)).answer).toMatchObject({ transcript })
  const seen = async () =>
    (await pull(athlete, 'answers')).documents.find((answer) => answer.questionId === questionId)
  expect(await seen()).toMatchObject({ transcript })
  const ticket = await fan.post<MediaTicketAnswer>('/api/media-ticket', { videoId: video.declared.id })
  const page = await (await fan.request(ticket.body.playerUrl)).text()
  const [, inside = ''] =
    /<track kind="captions"[^>]* src="data:text\/vtt;charset=utf-8;base64,([\w+/=]+)">/.exec(page) ?? []
  expect(Buffer.from(inside, 'base64').toString()).toBe(captions)

  const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
  expect(await transcribe(other, 'Mine')).toMatchObject({ refusal: { code: 'not-found' } })
  expect(await transcribe(athlete, 'WEBVTT\n\n00:02.000 --> 00:01.000\nx')).toMatchObject({
    refusal: { code: 'captions-unreadable', detail: { line: 3 } },
  })
  expect(await transcribe(athlete, 'x'.repeat(20_001))).toMatchObject({ refusal: { code: 'bad-shape' } })
  expect(await transcribe(desk, 'Knees first, then hips.')).toMatchObject({ state: 'settled' })
  const words = { text: 'Knees first, then hips.', captions: null }
  expect((await desk.post('/api/desk/question', { id: questionId })).body).toMatchObject({
    transcript: words,
  })
  const [act] = await world.database
    .sql`select act, detail from audit where subject = ${questionId} and act like 'answer.%'`
  expect(act).toEqual({ act: 'answer.transcribe', detail: {} })
  const late = { questionId, text: 'Knees', before: captions }
  expect(await athlete.push('answer.transcribe', late)).toMatchObject({
    refusal: { code: 'changed-meanwhile' },
  })
  expect(await seen()).toMatchObject({ transcript: words })
  for (const [text, before] of [
    [words.text, captions],
    ['Knees', words.text],
  ])
    expect(await athlete.push('answer.transcribe', { questionId, text, before })).toMatchObject({
      state: 'settled',
    })
  await world.database.sql`update media set state = 'purged' where id = ${video.declared.id}`
  const [left] = await world.database
    .sql`select transcript, captions from media where id = ${video.declared.id}`
  expect(left).toEqual({ transcript: null, captions: null })
  expect(await transcribe(athlete, 'Again')).toMatchObject({ refusal: { code: 'answer-missing' } })
  const again = { questionId, text: 'Again', before: 'Knees' }
  const gone = await athlete.push('answer.transcribe', again)
  expect(gone, 'nobody has changed them').toMatchObject({ refusal: { code: 'answer-missing' } })
})

test('a private link is not guessed: nearly one is answered as none is, and the tries of one place are counted', async () => {
  const { viewPath } = await asked(actors)
  const token = viewPath.replace('/view/', '')
  const app = createApp(
    { ...world.context, env: { ...world.context.env, mode: 'development' } },
    { hub: world.hub, site: null },
  )
  const guess = async (tried: string) => {
    const answer = await app.request('http://localhost:3000/api/view', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ token: tried }),
    })
    const { refusal } = (await answer.json()) as { refusal?: { code: string } }
    return `${answer.status} ${JSON.stringify(refusal?.code)}`
  }
  const { sql } = world.database
  await sql`truncate rate_limit`
  expect(await guess(token)).toMatch(/^200/)
  const turned = token.replace(/[a-z]/, (letter) => letter.toUpperCase())
  const answers = await Promise.all(
    [turned, token.split('').reverse().join(''), 'A'.repeat(token.length)].map(guess),
  )
  expect(answers).toEqual(Array(3).fill('404 "not-found"'))
  await sql`update rate_limit set hits = 299 where bucket like 'view %'`
  expect([await guess(token), await guess(token)].map((answer) => answer.slice(0, 3))).toEqual(['200', '429'])
})
