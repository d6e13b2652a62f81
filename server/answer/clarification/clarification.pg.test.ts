import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViewAnswer } from '../../../sync/calls.ts'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { CLARIFYING_MS } from '../../../sync/limits.ts'
import { addressHash } from '../../account/access/blocked-address.ts'
import { type Actors, answered, asked, openCast, pull, signedIn, view } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
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
const seenBy = async (browser: Browser, questionId: string) => {
  const { documents } = await pull(browser, 'questions')
  return (documents as unknown as QuestionDocument[]).find(({ id }) => id === questionId)?.clarification
}
const mailsAbout = async (questionId: string) =>
  (
    await world.database.sql<{ kind: string }[]>`
      select kind from mail where question_id = ${questionId} and kind like 'clarification-%' order by created_at`
  ).map(({ kind }) => kind)

test('one clarification is asked by whoever holds the link, told to the athlete, and replied to; nobody is charged and nobody earns', async () => {
  const { fan, athlete, questionId, viewPath } = done
  const books = () => world.database.sql`select count(*)::int as entries from ledger_entry`
  const before = await books()
  const texts = ['Left or right hand?', 'Left or right foot?', 'Left or right ear?', 'Which side?']
  const all = await Promise.all(texts.map((text) => ask(world.browser(), viewPath, text)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const text = texts[all.findIndex(({ status }) => status === 200)] ?? ''
  // the answer to a call that was lost is asked for again
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
  const told = mails.find(({ subject }) => subject.includes('replied to what you asked'))
  expect(told?.text).toContain(viewPath)
  expect(told?.text).not.toContain('The left one.')
  const pushes = await world.database.sql`
    select kind from push_message where question_id = ${questionId} and kind like 'clarification-%' order by created_at`
  expect(pushes).toEqual([{ kind: 'clarification-asked' }, { kind: 'clarification-replied' }])
  expect(await books()).toEqual(before)
  // a link that was given away shows the answer and nothing that was asked about it
  const linkId = randomUUID()
  const share = { token: tokenOf(viewPath), linkId, name: 'Coach' }
  const { body } = await fan.post<{ path: string }>('/api/share', share)
  const shared = await fan.post<ViewAnswer>('/api/view', { token: tokenOf(body.path) })
  expect(shared.body).toMatchObject({ shared: true, question: { clarification: null } })
  expect((await ask(fan, body.path, 'And me?')).status).toBe(404)
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
    content: 'What was asked once more: Give me your phone number\n\nI do not like this.',
    status: 'New',
  })
})

test('none is asked by the athlete, before there is an answer, from a blocked address, or after thirty days', async () => {
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
  await world.advance(CLARIFYING_MS + 60_000)
  expect(await codeOf(fan, viewPath, 'Well?')).toBe('clarifying-over')
})
