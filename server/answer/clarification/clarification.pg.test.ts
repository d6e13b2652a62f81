import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViewAnswer } from '../../../sync/calls.ts'
import type { QuestionDocument } from '../../../sync/collections.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { CLARIFYING_MS } from '../../../sync/limits.ts'
import { addressHash } from '../../account/access/blocked-address.ts'
import { type Actors, answered, asked, openCast, pull, signedIn, view } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { sampleVideo } from '../../testing/media/sample.ts'
import type { World } from '../../testing/world.ts'

let world: World
let actors: Actors
let done: Awaited<ReturnType<typeof answered>>
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  done = await answered(actors)
})
afterAll(() => world.end())

type Refused = { refusal?: { code: string } }
const tokenOf = (path: string) => path.replace('/view/', '')
const ask = (browser: Browser, viewPath: string, text: string) =>
  browser.post<Refused>('/api/clarify', { token: tokenOf(viewPath), text })
const codeOf = async (browser: Browser, viewPath: string, text: string) =>
  (await ask(browser, viewPath, text)).body.refusal?.code
const reply = (browser: Browser, questionId: string, text: string) =>
  browser.push('clarification.reply', { questionId, text })
const film = (browser: Browser, questionId: string, video: object) =>
  browser.push('clarification.film', { questionId, video })
const REPLIED = { refusal: { code: 'replied-already' } }
const opens = async (browser: Browser, videoId: string, viewPath?: string) =>
  (await browser.post('/api/media-ticket', { videoId, ...(viewPath && { token: tokenOf(viewPath) }) })).status
const seenBy = async (browser: Browser, questionId: string) => {
  const { documents } = await pull(browser, 'questions')
  return (documents as unknown as QuestionDocument[]).find(({ id }) => id === questionId)?.clarification
}
const mailsAbout = async (questionId: string) =>
  (
    await world.database.sql<{ kind: string }[]>`
      select kind from mail where question_id = ${questionId} and kind like 'clarification-%' order by created_at`
  ).map(({ kind }) => kind)

/** Returns the same answer with a new clarification, as if it were the first. */
async function askedAnew() {
  await world.database.sql`delete from clarification where question_id = ${done.questionId}`
  await ask(done.fan, done.viewPath, 'Which hand?')
  return done
}

test('one clarification is asked by whoever holds the link, told to the athlete, and replied to; nobody is charged and nobody earns', async () => {
  const { fan, athlete, questionId, viewPath } = done
  const books = () => world.database.sql`select count(*)::int as entries from ledger_entry`
  const before = await books()
  const texts = ['Left or right hand?', 'Left or right foot?', 'Left or right ear?', 'Which side?']
  const all = await Promise.all(texts.map((text) => ask(world.browser(), viewPath, text)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const text = texts[all.findIndex(({ status }) => status === 200)] ?? ''
  // the client repeats the call because its answer was lost
  expect((await ask(fan, viewPath, text)).status).toBe(200)
  expect(await codeOf(fan, viewPath, 'And the other one?')).toBe('clarified-already')
  await world.quiesce()
  const asking = { text, reply: null, repliedAt: null, reportedAt: null }
  expect((await view(fan, viewPath)).clarification).toMatchObject(asking)
  expect(await seenBy(athlete, questionId)).toMatchObject(asking)

  expect(await reply(athlete, questionId, 'The left one.')).toMatchObject({ state: 'settled' })
  expect(await reply(athlete, questionId, 'Or the right one.')).toMatchObject({
    refusal: { code: 'replied-already' },
  })
  await world.quiesce()
  const replied = { text, reply: 'The left one.', reportedAt: null }
  expect((await view(fan, viewPath)).clarification).toMatchObject(replied)
  expect(await seenBy(athlete, questionId)).toMatchObject(replied)
  expect(await mailsAbout(questionId)).toEqual(['clarification-asked', 'clarification-replied'])
  const mails = await world.mails()
  expect(mails.find(({ recipient }) => recipient === actors.athlete.email)?.text).toBeDefined()
  const told = mails.find(({ subject }) => subject.includes('replied to your follow-up'))
  expect(told?.text).toContain(viewPath)
  expect(told?.text).not.toContain('The left one.')
  const pushes = await world.database.sql`
    select kind from push_message where question_id = ${questionId} and kind like 'clarification-%' order by created_at`
  expect(pushes).toEqual([{ kind: 'clarification-asked' }, { kind: 'clarification-replied' }])
  expect(await books()).toEqual(before)
  // a shared link shows the answer and no clarification
  const linkId = randomUUID()
  const share = { token: tokenOf(viewPath), linkId, name: 'Coach' }
  const { body } = await fan.post<{ path: string }>('/api/share', share)
  const shared = await fan.post<ViewAnswer>('/api/view', { token: tokenOf(body.path) })
  expect(shared.body).toMatchObject({ shared: true, question: { clarification: null } })
  expect((await ask(fan, body.path, 'And me?')).status).toBe(404)
})

test('a short video is the reply once its bytes are verified, played by whoever may play the answer, and nothing is earned by it', async () => {
  const { fan, athlete, questionId, viewPath } = await askedAnew()
  const mailed = await mailsAbout(questionId)
  const books = () => world.database.sql`select count(*)::int as entries from ledger_entry`
  const before = await books()
  const video = await sampleVideo('answer.webm')
  const { id: videoId } = video.declared
  // its bytes are accepted only after it was announced
  expect((await athlete.upload(video, 'reply', { questionId })).status).toBe(404)
  expect(await film(athlete, questionId, video.declared)).toMatchObject({ state: 'settled' })
  expect(await film(athlete, questionId, video.declared)).toMatchObject({ state: 'settled' })
  await world.quiesce()
  expect(await seenBy(athlete, questionId)).toMatchObject({ video: { id: videoId, state: 'waiting' } })
  expect((await view(fan, viewPath)).clarification).toMatchObject({ video: null, repliedAt: null })
  expect([await opens(fan, videoId, viewPath), await opens(fan, videoId)]).toEqual([404, 404])
  expect(await mailsAbout(questionId)).toEqual(mailed)

  expect((await athlete.upload(video, 'reply')).status).toBe(204)
  await world.quiesce()
  const replied = { reply: null, video: { id: videoId, state: 'stored' }, repliedAt: expect.any(Number) }
  expect((await view(fan, viewPath)).clarification).toMatchObject(replied)
  expect(await seenBy(athlete, questionId)).toMatchObject(replied)
  expect(await mailsAbout(questionId)).toEqual([...mailed, 'clarification-replied'])
  expect(await film(athlete, questionId, video.declared)).toMatchObject({ state: 'settled' })
  expect(await reply(athlete, questionId, 'The left one.')).toMatchObject({
    refusal: { code: 'replied-already' },
  })
  const desk = await signedIn(world, actors.admin)
  const atDesk = await desk.post<DeskQuestionAnswer>('/api/desk/question', { id: questionId })
  expect(atDesk.body.clarification).toMatchObject(replied)
  const link = { token: tokenOf(viewPath), linkId: randomUUID(), name: 'Coach' }
  const { body: shared } = await fan.post<{ path: string }>('/api/share', link)
  const stranger = world.browser()
  const may = [
    ...[opens(fan, videoId, viewPath), opens(fan, videoId), opens(athlete, videoId), opens(desk, videoId)],
    ...[opens(stranger, videoId, viewPath), opens(stranger, videoId)],
    // a shared link opens only the answer
    opens(stranger, videoId, shared.path),
  ]
  expect(await Promise.all(may)).toEqual([200, 200, 200, 200, 200, 404, 404])
  expect(await books()).toEqual(before)
  const [row] = await world.database.sql`select purpose, original_key from media where id = ${videoId}`
  expect(row).toEqual({ purpose: 'reply', original_key: expect.stringContaining(`${questionId}_reply.webm`) })
})

test('of a text and a video whatever is here first is the reply, and the other is told so', async () => {
  const { fan, athlete, questionId, viewPath, video: answer } = await askedAnew()
  const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
  const [first, second, theirs] = await Promise.all([
    sampleVideo('answer.webm'),
    sampleVideo('answer.mp4'),
    sampleVideo('answer.mp4'),
  ])
  await other.upload(theirs, 'question')
  expect(await film(other, questionId, theirs.declared)).toMatchObject({ refusal: { code: 'not-found' } })
  const bad = [
    [{ ...first.declared, durationMs: 61_001 }, 'video-too-long'],
    [{ ...first.declared, bytes: 104_857_601 }, 'video-size'],
    [theirs.declared, 'not-found'],
    [answer.declared, 'video-mismatch'],
  ] as const
  for (const [declared, code] of bad)
    expect(await film(athlete, questionId, declared)).toMatchObject({ refusal: { code } })

  await film(athlete, questionId, first.declared)
  // another device of the athlete announces later, and the first video is turned down by name
  await film(athlete, questionId, second.declared)
  expect(await (await athlete.upload(first, 'reply')).json()).toMatchObject(REPLIED)
  expect(await reply(athlete, questionId, 'The left one.')).toMatchObject({ state: 'settled' })
  expect(await (await athlete.upload(second, 'reply')).json()).toMatchObject(REPLIED)
  await world.quiesce()
  const text = { reply: 'The left one.', video: null }
  expect((await view(fan, viewPath)).clarification).toMatchObject(text)
  expect(await film(athlete, questionId, (await sampleVideo('answer.mp4')).declared)).toMatchObject(REPLIED)

  const { sql } = world.database
  await sql`update clarification set reply = null, replied_at = null where question_id = ${questionId}`
  // the bytes are no video, which is shown, and another reply is possible
  const broken = { ...first, bytes: Buffer.alloc(first.bytes.length, 7) }
  const sha256 = createHash('sha256').update(broken.bytes).digest('hex')
  broken.declared = { ...first.declared, id: randomUUID(), sha256 }
  await film(athlete, questionId, broken.declared)
  expect((await athlete.upload(broken, 'reply')).status).toBe(204)
  await world.quiesce()
  expect(await seenBy(athlete, questionId)).toMatchObject({
    video: { id: broken.declared.id, state: 'withdrawn' },
    repliedAt: null,
  })
  // once it was passed to the team, no reply is awaited
  const late = await sampleVideo('answer.mp4')
  await film(athlete, questionId, late.declared)
  await athlete.push('clarification.report', { questionId, note: '' })
  expect(await (await athlete.upload(late, 'reply')).json()).toMatchObject(REPLIED)
  expect(await film(athlete, questionId, late.declared)).toMatchObject(REPLIED)
  expect((await view(fan, viewPath)).clarification).toMatchObject({ video: null, repliedAt: null })
})

test('what does not belong there is handed to the team by the athlete, shown to them no more, and not replied to', async () => {
  const { fan, athlete, questionId, viewPath } = await answered(actors)
  expect((await ask(fan, viewPath, 'Give me your phone number')).status).toBe(200)
  const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
  for (const intent of ['clarification.reply', 'clarification.report']) {
    const args = intent.endsWith('reply') ? { questionId, text: 'x' } : { questionId, note: '' }
    expect(await other.push(intent, args)).toMatchObject({ refusal: { code: 'not-found' } })
  }
  const args = { questionId, note: 'I do not like this.' }
  expect(await athlete.push('clarification.report', args)).toMatchObject({ state: 'settled' })
  expect(await reply(athlete, questionId, 'No.')).toMatchObject({ refusal: { code: 'replied-already' } })
  expect(await seenBy(athlete, questionId)).toMatchObject({ text: '', reply: null })
  expect((await view(fan, viewPath)).clarification).toMatchObject({ reply: null })
  expect((await view(fan, viewPath)).clarification?.reportedAt).toBeGreaterThan(0)
  const [kept] = await world.database.sql`
    select email, subject, content, status from contact_form where question_id = ${questionId}`
  expect(kept).toEqual({
    email: actors.athlete.email,
    subject: 'Problem: My catch',
    content: 'The follow-up question: Give me your phone number\n\nI do not like this.',
    status: 'New',
  })
})

test('none is asked by the athlete, before there is an answer, from a blocked address, of an athlete who has left, or after thirty days', async () => {
  const open = await asked(actors)
  expect(await codeOf(open.fan, open.viewPath, 'Well?')).toBe('answer-missing')
  const { fan, athlete, questionId, viewPath } = await answered(actors)
  expect((await ask(athlete, viewPath, 'Well?')).status).toBe(403)
  expect((await ask(fan, viewPath, '   ')).status).toBe(400)
  expect((await ask(fan, viewPath, 'x'.repeat(501))).status).toBe(400)
  expect(await reply(athlete, questionId, 'Nobody asked.')).toMatchObject({ refusal: { code: 'not-found' } })
  const { sql } = world.database
  const email = `k${questionId.slice(0, 8)}@fan.test`
  await sql`
    insert into blocked_address (id, address_hash, email, blocked_by)
    values (${randomUUID()}, ${addressHash(world.context, email)}, ${email}, ${actors.admin.id})`
  expect(await codeOf(fan, viewPath, 'Well?')).toBe('asking-refused')
  await sql`update blocked_address set lifted_at = app_now()`
  // the athlete is gone, so nobody can reply
  for (const column of ['leaving_at', 'closed_at'] as const) {
    await sql`update person set ${sql(column)} = app_now() where id = ${actors.athlete.id}`
    expect(await codeOf(fan, viewPath, 'Well?'), column).toBe('athlete-unavailable')
    await sql`update person set ${sql(column)} = null where id = ${actors.athlete.id}`
  }
  expect(await sql`select from clarification where question_id = ${questionId}`).toHaveLength(0)
  await world.advance(CLARIFYING_MS + 60_000)
  expect(await codeOf(fan, viewPath, 'Well?')).toBe('clarifying-over')
})
