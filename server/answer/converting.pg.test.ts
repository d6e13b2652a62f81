import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../sync/limits.ts'
import { CALLS } from '../../sync/paths.ts'
import type { Converter } from '../media/rendition/converter.ts'
import { PATIENCE_MS } from '../media/rendition/order.ts'
import {
  type Actors,
  asked,
  askedOnVideo,
  openCast,
  screen,
  signedIn,
  submit,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { copyingConverter } from '../testing/media/copying-converter.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { tellUnconverted } from './converted.ts'

let world: World
let actors: Actors
let athlete: Browser
/** How the conversion of a film ends; pictures are always made. */
let film: 'made' | 'spoiled' | 'failing' = 'failing'

const converter: Converter = {
  tool: 'program',
  async convert(wanted) {
    const isFilm = wanted.kind === 'plays' || wanted.kind === 'small'
    if (isFilm && film === 'failing') throw new Error('the machine is at its end')
    if (isFilm && film === 'spoiled') return { made: null, why: 'there is nothing in it' }
    return copyingConverter.convert(wanted)
  },
}

beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  world.context.converter = converter
  athlete = await signedIn(world, actors.athlete)
})
beforeEach(() => {
  film = 'failing'
})
afterAll(() => world.end())

async function answeredWith(name: 'hevc.mp4' | 'answer.webm' | 'mjpeg.mov') {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const video = await sampleVideo(name)
  await submit(athlete, question.questionId, video)
  await athlete.upload(video, 'answer')
  await world.quiesce()
  return { ...question, videoId: video.declared.id }
}

async function told(questionId: string) {
  const { sql } = world.database
  const mails = await sql<{ kind: string }[]>`
    select kind from mail where question_id = ${questionId}
      and kind in ('answer-ready', 'answer-delivered', 'conversion-failed') order by kind`
  const pushes = await sql<{ kind: string }[]>`
    select kind from push_message where question_id = ${questionId} and kind in ('answer-ready', 'answer-delivered')`
  return { mails: mails.map(({ kind }) => kind), pushes: pushes.length }
}

describe('D118 an answer that not every device plays', () => {
  test('has arrived and is paid for at once; its fan hears of it when it plays', async () => {
    const { fan, questionId, viewPath, videoId } = await answeredWith('hevc.mp4')
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'approved',
      hold: 'captured',
      answer: { state: 'stored', videoId: null },
    })
    expect(await told(questionId)).toEqual({ mails: [], pushes: 0 })
    film = 'made'
    await world.advance(60_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', answer: { videoId } })
    expect((await told(questionId)).mails).toEqual(['answer-delivered', 'answer-ready'])
    // the mail contains a picture of it
    const [mail] = await world.database.sql<{ html: string }[]>`
      select html from mailbox where subject like 'Your answer from%' order by at desc limit 1`
    expect(mail?.html).toContain('src="data:image/jpeg;base64,/9j/')
    const [media] = await world.database.sql`select video_codec as codec from media where id = ${videoId}`
    expect(media?.codec).toBe('avc')
  })

  test('that nothing plays before tells its athlete how far it is, and nobody else', async () => {
    const { fan, questionId, videoId } = await answeredWith('mjpeg.mov')
    const ask = async (browser: Browser) => {
      const { status, body } = await browser.post(CALLS.mediaTicket, { videoId })
      return [status, (body as { refusal?: unknown }).refusal]
    }
    expect(await ask(athlete)).toEqual([409, { code: 'video-converting', detail: { percent: 0 } }])
    expect(await ask(fan)).toEqual([404, { code: 'not-found' }])
    await world.database.sql`update rendition set percent = 40 where media_id = ${videoId} and kind = 'plays'`
    expect((await ask(athlete))[1]).toEqual({ code: 'video-converting', detail: { percent: 40 } })
    film = 'made'
    await world.advance(60_000)
    await world.quiesce()
    expect((await ask(athlete))[0]).toBe(200)
    const { sql } = world.database
    expect((await sql`select status from question where id = ${questionId}`)[0]?.status).toBe('completed')
  })

  test('is not ended by its deadline meanwhile, and is shown as it is after two hours', async () => {
    const { fan, questionId, viewPath } = await answeredWith('hevc.mp4')
    await world.database
      .sql`update question set due_at = app_now() - interval '1 day' where id = ${questionId}`
    await world.database.sql`
      update rendition set take_after = app_now() + interval '1 day' where kind = 'plays' and state = 'waiting'`
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'captured' })
    await world.advance(PATIENCE_MS + 60_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'captured' })
  })

  test('and cannot be converted is delivered as it came, and the team hears of it once', async () => {
    film = 'spoiled'
    const { fan, questionId, viewPath, videoId } = await answeredWith('hevc.mp4')
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', answer: { videoId } })
    const admins = await world.database.sql`select from person where role = 'admin'`
    const { mails } = await told(questionId)
    expect(mails.filter((kind) => kind === 'conversion-failed')).toHaveLength(admins.length)
    expect(mails).toContain('answer-ready')
  })
})

test('an answer whose copy plays everywhere waits for no rendition', async () => {
  const { fan, questionId, viewPath } = await answeredWith('answer.webm')
  expect(await view(fan, viewPath)).toMatchObject({ status: 'completed' })
  const [media] = await world.database.sql`
    select m.conversion from media m join answer a on a.media_id = m.id where a.question_id = ${questionId}`
  expect(media?.conversion).toBe('none')
})

test('D118 a fan’s video that cannot be converted is told of as the fan’s, to those who screen', async () => {
  const member = async (role: string) => {
    const person = await world.makePerson({ role: 'admin' })
    await world.database.sql`update person set desk_role = ${role} where id = ${person.id}`
    return person
  }
  const screener = await member('screener')
  await member('accountant')
  await member('support')
  const { questionId, videoId } = await askedOnVideo(actors)
  const tell = () => transact(world.context, (work) => tellUnconverted(work, videoId))
  await tell()
  await tell()
  await world.quiesce()
  const sent = await world.database.sql<{ personId: string }[]>`
    select person_id as "personId" from mail where question_id = ${questionId} and kind = 'conversion-failed'`
  expect(sent.map(({ personId }) => personId).sort()).toEqual([actors.admin.id, screener.id].sort())
  const mail = (await world.mails()).findLast(({ recipient }) => recipient === screener.email)
  expect(mail?.text).toContain('’s video for “')
  expect(mail?.text).not.toContain('Ask the fan')
})

test('where nothing converts, it is delivered at once as before', async () => {
  world.context.converter = null
  try {
    const { fan, viewPath } = await answeredWith('hevc.mp4')
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed' })
  } finally {
    world.context.converter = converter
    await world.advance(DAY_MS)
  }
})
