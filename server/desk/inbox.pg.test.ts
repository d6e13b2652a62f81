import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AthletesAnswer } from '../../sync/desk/athletes.ts'
import type { AuditAnswer } from '../../sync/desk/audit.ts'
import type { CreatorsAnswer, InboxAnswer, RatingsAnswer } from '../../sync/desk/lists.ts'
import { type Actors, answered, openCast, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
let fan: Browser
let member: { id: string; username: string }
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
  const person = await world.makePerson({ role: 'basic', username: 'fannieb' })
  member = person
  fan = await signedIn(world, person)
})
afterAll(() => world.end())

const inbox = async (kind: string, more: object = {}) =>
  (
    await desk.post<InboxAnswer>('/api/desk/inbox', {
      inbox: kind,
      name: null,
      status: null,
      after: null,
      ...more,
    })
  ).body.items
const update = (kind: string, itemId: string, [before, now]: [seen: object, wanted: object]) =>
  desk.push('inbox.update', { inbox: kind, itemId, before, now })
const contact = (firstName: string, subject: string) => {
  const formId: string = randomUUID()
  const form = {
    formId,
    captcha: null,
    firstName,
    lastName: 'Low',
    email: 'w@x.test',
    subject,
    content: '=cmd|calc',
  }
  return fan.push('contact.send', form).then(() => formId)
}

describe('S2-2.129 S2-2.130 S2-3.7 S2-7.16 contact requests', () => {
  test('S2-2.132 S2-4.20 are found by name and status, newest first, and any status may follow any', async () => {
    const first = await contact('Wilma', 'The first')
    const second = await contact('100%_ Ñandú', '<img src=x onerror=alert(1)>')
    expect((await inbox('contact')).map(({ id }) => id)).toEqual([second, first])
    expect((await inbox('contact', { name: 'wilma l' })).map(({ id }) => id)).toEqual([first])
    expect((await inbox('contact', { name: '%_' })).map(({ id }) => id)).toEqual([second])
    expect((await inbox('contact', { name: '_ NANDU low' })).map(({ id }) => id)).toEqual([second])
    const [item] = await inbox('contact', { name: 'wilma' })
    expect(item).toMatchObject({
      firstName: 'Wilma',
      lastName: 'Low',
      email: 'w@x.test',
      subject: 'The first',
      content: '=cmd|calc',
      status: 'New',
      notes: '',
    })
    let before = { status: 'New', notes: '' }
    for (const status of ['Completed', 'In-Progress', 'New', 'In-Progress']) {
      const now = { status, notes: `now ${status}` }
      expect(await update('contact', first, [before, now])).toMatchObject({ state: 'settled' })
      before = now
    }
    expect((await inbox('contact', { status: 'In-Progress' })).map(({ notes }) => notes)).toEqual([
      'now In-Progress',
    ])
    const page = await inbox('contact', { after: { at: (await inbox('contact'))[0]?.createdAt, id: second } })
    expect(page.map(({ id }) => id)).toEqual([first])
    const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: first, after: null })
    expect(body.acts).toHaveLength(4)
    expect(JSON.stringify(body.acts)).not.toContain('now In-Progress')
  })

  test('a stale change, a status of another kind and what is not there are refused', async () => {
    const formId = await contact('Ann', 'Two at once')
    const seen = { status: 'New', notes: '' }
    expect(await update('contact', formId, [seen, { status: 'New', notes: 'mine' }])).toMatchObject({
      state: 'settled',
    })
    expect(await update('contact', formId, [seen, { status: 'New', notes: 'theirs' }])).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
    const now = { status: 'New', notes: 'mine' }
    expect(await update('contact', formId, [now, { ...now, status: 'Awaiting Response' }])).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
    expect(await update('contact', formId, [now, { ...now, notes: 'x'.repeat(2_001) }])).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
    expect(await update('application', formId, [now, now])).toMatchObject({ refusal: { code: 'not-found' } })
    expect((await inbox('contact', { name: 'ann' }))[0]?.notes).toBe('mine')
  })
})

test('S2-2.133 S2-2.134 S2-3.8 S2-7.16 athlete requests come whole, the waitlist’s with what it asks', async () => {
  const base = { captcha: null, socialAccount: '@fast' }
  const person = { firstName: 'Zoe', lastName: 'Fast', email: 'z@x.test', city: 'Oslo', countryCode: 'NO' }
  await fan.push('application.send', {
    formId: randomUUID(),
    ...base,
    ...person,
    socialPlatform: 'x',
    sport: 'Luge',
    content: 'Because.',
  })
  await fan.push('waitlist.send', {
    formId: randomUUID(),
    ...base,
    socialPlatform: 'Tiktok',
    email: 'w@x.test',
  })
  const [waits, applies] = await inbox('application')
  expect(applies).toMatchObject({
    ...person,
    socialPlatform: 'x',
    socialAccount: '@fast',
    sport: 'Luge',
    position: null,
    content: 'Because.',
    status: 'New',
  })
  expect(waits).toMatchObject({ firstName: null, email: 'w@x.test', socialPlatform: 'Tiktok', content: '' })
  expect(await inbox('application', { name: 'zoe fast' })).toHaveLength(1)
  expect(await inbox('application', { status: 'Completed' })).toEqual([])
})

test('S2-2.122 S2-2.124 S2-2.125 S2-3.5 S2-4.19 S2-7.15 athlete feedback by username and status, with the admin’s notes', async () => {
  const feedbackId: string = randomUUID()
  await fan.push('feedback.send', { feedbackId, content: 'More lanes.' })
  const [item] = await inbox('feedback', { name: 'FANNIE', status: 'New' })
  expect(item).toMatchObject({
    id: feedbackId,
    username: 'fannieb',
    personId: member.id,
    content: 'More lanes.',
    status: 'New',
    notes: '',
  })
  const now = { status: 'Awaiting Response', notes: 'Asked which lanes.' }
  const told: string[] = []
  const listening = await world.database.sql.listen('desk', (message) => void told.push(message))
  expect(await update('feedback', feedbackId, [{ status: 'New', notes: '' }, now])).toMatchObject({
    state: 'settled',
  })
  await expect.poll(() => told).toContain(`${feedbackId} 0`)
  await listening.unlisten()
  expect(await inbox('feedback', { status: 'Awaiting Response' })).toMatchObject([now])
  expect(await update('feedback', feedbackId, [now, { ...now, status: 'In-Progress' }])).toMatchObject({
    refusal: { code: 'bad-shape' },
  })
  // as the list shows it
  expect(await inbox('feedback', { name: ' @fannieb ' })).toHaveLength(1)
  expect(await inbox('feedback', { name: 'nobody' })).toEqual([])
})

test('S2-2.126 S2-2.128 S2-7.17 survey feedback by athlete and stars, newest first', async () => {
  const { viewPath, questionId, answerId } = await answered(actors)
  const said = { responseFeedback: 'Great', infieldFeedback: 'Fine' }
  await fan.post('/api/rate', { token: viewPath.replace('/view/', ''), stars: 4, ...said })
  const ratings = async (more: object) =>
    (
      await desk.post<RatingsAnswer>('/api/desk/ratings', {
        athlete: null,
        stars: null,
        after: null,
        ...more,
      })
    ).body.ratings
  const [rating] = await ratings({ athlete: 'ROW', stars: 4 })
  expect(rating).toMatchObject({
    athleteUsername: 'rower',
    requestId: questionId,
    responseId: answerId,
    stars: 4,
    ...said,
  })
  expect(await ratings({ stars: 5 })).toEqual([])
  expect(await ratings({ athlete: 'nobody' })).toEqual([])
  expect(await ratings({ after: { at: rating?.createdAt, id: rating?.id } })).toEqual([])
})

test('S2-2.110 the creators to choose from are found by a few letters', async () => {
  const found = async (q: string) =>
    (await desk.post<CreatorsAnswer>('/api/desk/creators', { q })).body.creators
  expect(await found('row')).toEqual([{ id: expect.any(String), username: 'rower', name: 'Test rower' }])
  expect(await found('')).toHaveLength(1)
  expect(await found('%')).toEqual([])
})

test('an athlete with marks in the name is found with them and without', async () => {
  const { id } = await world.makePerson({ role: 'creator', username: 'swimmer' })
  await world.database.sql`update person set first_name = 'Åsa', last_name = 'Öberg' where id = ${id}`
  for (const q of ['Öberg', 'oberg', 'åsa ÖB', 'Ö']) {
    const { creators } = (await desk.post<CreatorsAnswer>('/api/desk/creators', { q })).body
    expect(
      creators.map((each) => each.id),
      q,
    ).toContain(id)
    const listed = await desk.post<AthletesAnswer>('/api/desk/athletes', { q, state: null, after: null })
    expect(
      listed.body.athletes.map((each) => each.id),
      q,
    ).toContain(id)
  }
})

test('an athlete is found by the whole username, however many others match', async () => {
  const usernames = Array.from({ length: 20 }, (_, at) => `a${at}maria`)
  for (const username of [...usernames, 'maria']) await world.makePerson({ role: 'creator', username })
  const { creators } = (await desk.post<CreatorsAnswer>('/api/desk/creators', { q: 'Maria' })).body
  expect(creators).toHaveLength(20)
  expect(creators[0]).toMatchObject({ username: 'maria' })
})
