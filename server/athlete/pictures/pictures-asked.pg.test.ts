import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskPicturesAnswer } from '../../../sync/athlete/picture-request.ts'
import type { PersonDocument } from '../../../sync/collections.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Outcome } from '../../../sync/protocol.ts'
import { sweepPictures } from '../../media/pictures/sweep-pictures.ts'
import { sendMail } from '../../notify/mail.ts'
import { pull, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { exif, portrait, withSegments } from '../../testing/media/pictures.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let person: Person
let admin: Browser
let athlete: Browser
beforeAll(async () => {
  world = await openWorld()
  person = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  admin = await signedIn(world, await world.makePerson({ role: 'admin' }))
  athlete = await signedIn(world, person)
})
afterAll(() => world.end())

const codeOf = (outcome: Outcome) => (outcome.state === 'refused' ? outcome.refusal.code : outcome.state)
const wide = () => withSegments(portrait(), exif(1, 'GPS 59.91 N 10.75 E'))

async function ask(place = 'profile', personId = person.id): Promise<string> {
  const outcome = await admin.push('picture.request', { requestId: randomUUID(), personId, place })
  expect(outcome.state, JSON.stringify(outcome)).toBe('settled')
  return outcome.state === 'settled' ? String(outcome.value.requestId) : ''
}

async function bring(browser: Browser, { place = 'profile', headers = {} } = {}): Promise<number> {
  const answer = await browser.request(`/userMedia?place=${place}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', ...headers },
    raw: new Uint8Array(wide()),
  })
  return answer.status
}

/** Returns the athlete's own document, as their device receives it. */
async function own(): Promise<PersonDocument> {
  await athlete.settled()
  const { documents } = await pull(athlete, 'people')
  return documents[0] as unknown as PersonDocument
}
const desk = async () => (await admin.post<DeskPicturesAnswer>('/api/desk/pictures', {})).body.rows
const broughtAt = async () => (await own()).pictureRequests[0]?.pictureId ?? ''
const shown = async () =>
  (await world.browser().get<{ pictureUrl: string | null; coverUrls: string[] }>('/api/athletes/rower')).body
const seen = async (browser: Browser, path: string) => (await browser.request(path)).status
const mailsOf = async () => {
  await world.quiesce()
  return (await world.mails()).filter(({ recipient }) => recipient === person.email)
}

describe('S2-2.76 D82 photos are changed through the team', () => {
  test('asked for by the team, brought by the athlete, public once approved, and each is told', async () => {
    expect(await bring(athlete), 'nobody asked').toBe(404)
    const requestId = await ask()
    expect(await ask(), 'asked twice is one request').toBe(requestId)
    expect((await own()).pictureRequests).toEqual([
      { id: requestId, place: 'profile', state: 'asked', note: null, pictureId: null },
    ])
    expect(await mailsOf()).toMatchObject([{ subject: 'A picture for your profile' }])

    expect(await bring(athlete)).toBe(200)
    const pictureId = await broughtAt()
    expect((await shown()).pictureUrl, 'nothing is public yet').toBeNull()
    const waiting = `/api/brought-picture/${pictureId}`
    expect([await seen(athlete, waiting), await seen(admin, waiting)]).toEqual([200, 200])
    const stranger = await signedIn(world, await world.makePerson({ role: 'creator' }))
    expect([await seen(stranger, waiting), await seen(world.browser(), waiting)]).toEqual([404, 404])
    expect(await desk()).toMatchObject([
      {
        id: requestId,
        personId: person.id,
        username: 'rower',
        state: 'brought',
        pictureId,
        currentUrl: null,
      },
    ])

    expect(codeOf(await admin.push('picture.approve', { requestId, pictureId }))).toBe('settled')
    const { pictureUrl } = await shown()
    expect(pictureUrl).toMatch(/^\/userMedia\/rower\/profilePicture\/[\w-]+\.jpg$/)
    const served = Buffer.from(await (await world.browser().request(pictureUrl ?? '')).arrayBuffer())
    expect(served.includes('GPS'), 'without where it was taken').toBe(false)
    expect(await own()).toMatchObject({ pictureUrl, pictureRequests: [] })
    expect((await mailsOf()).at(-1)?.subject).toBe('Your new picture is public')
    expect([await seen(athlete, waiting), await desk()]).toEqual([404, []])
    expect(codeOf(await admin.push('picture.approve', { requestId, pictureId }))).toBe('already-decided')
    expect(await bring(athlete), 'nothing is taken now').toBe(404)
  })

  test('the one it takes the place of is gone with its file', async () => {
    const { pictureUrl: former } = await shown()
    const requestId = await ask()
    await bring(athlete)
    await admin.push('picture.approve', { requestId, pictureId: await broughtAt() })
    const { pictureUrl } = await shown()
    expect(pictureUrl).not.toBe(former)
    expect([
      await seen(world.browser(), former ?? ''),
      await seen(world.browser(), pictureUrl ?? ''),
    ]).toEqual([404, 200])
    await sweepPictures(world.context)
    const files: string[] = []
    for await (const { key } of world.context.blobs.list('pictures')) files.push(key)
    expect(files).toHaveLength(1)
    expect(pictureUrl).toContain(files[0])
  })

  test('what the team has not looked at is not approved: another one was brought meanwhile', async () => {
    const requestId = await ask('cover2')
    await bring(athlete, { place: 'cover2' })
    const looked = await broughtAt()
    await bring(athlete, { place: 'cover2' })
    expect(codeOf(await admin.push('picture.approve', { requestId, pictureId: looked }))).toBe(
      'changed-meanwhile',
    )
    const pictureId = await broughtAt()
    expect(codeOf(await admin.push('picture.approve', { requestId, pictureId }))).toBe('settled')
    expect((await shown()).coverUrls, 'the first of the covers, because there is none before it').toEqual([
      expect.stringMatching(/^\/userMedia\/rower\/coverPictures\//),
    ])
  })

  test('one that is not taken is thrown away with a note, and another one is wanted', async () => {
    const requestId = await ask()
    await bring(athlete)
    const pictureId = await broughtAt()
    const note = 'Too dark: see <b>https://evil.example</b>.'
    expect(codeOf(await admin.push('picture.reject', { requestId, pictureId, note }))).toBe('settled')
    expect((await own()).pictureRequests).toEqual([
      { id: requestId, place: 'profile', state: 'asked', note, pictureId: null },
    ])
    await world.quiesce()
    const [mail] = await world.database.sql<{ text: string; html: string }[]>`
      select text, html from mailbox where recipient = ${person.email} order by at desc, id desc limit 1`
    expect(mail?.text).toContain('Too dark')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.text, 'no mail program makes a link of it').not.toContain('https://evil.example')
    expect(await seen(admin, `/api/brought-picture/${pictureId}`)).toBe(404)
    expect(codeOf(await admin.push('picture.withdraw', { requestId }))).toBe('settled')
    expect((await own()).pictureRequests).toEqual([])
    expect(codeOf(await admin.push('picture.withdraw', { requestId }))).toBe('already-decided')
  })

  test('a request that is made again and again is mailed once a day, and one that was withdrawn is not', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const told = async () => {
      await world.quiesce()
      const mails = (await world.mails()).filter(({ recipient }) => recipient === fan.email)
      return mails.filter(({ subject }) => subject === 'A picture for your profile').length
    }
    const withdraw = async (requestId: string) =>
      expect(codeOf(await admin.push('picture.withdraw', { requestId }))).toBe('settled')
    const withdrawn = await ask('profile', fan.id)
    const [mail] = await world.database.sql<{ id: string }[]>`
      select id from mail where data ->> 'pictureRequestId' = ${withdrawn}`
    await withdraw(withdrawn)
    await world.database.sql`update mail set sent_at = null where id = ${mail?.id ?? ''}`
    await world.database.sql`delete from mailbox where recipient = ${fan.email}`
    await sendMail(world.context, mail?.id ?? '', { isAwaited: async () => false, read: async () => null })
    expect(await told(), 'it is no longer wanted').toBe(0)

    for (let n = 0; n < 3; n += 1) await withdraw(await ask('profile', fan.id))
    await ask('profile', fan.id)
    expect(await told()).toBe(1)
    await world.advance(DAY_MS + 1_000)
    await withdraw(await ask('profile', fan.id))
    const last = await ask('profile', fan.id)
    expect(await told()).toBe(2)
    await withdraw(last)
  })

  test('a fan has a profile picture and no covers; nobody without an account has any', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const refused = async (place: string, personId: string) =>
      codeOf(await admin.push('picture.request', { requestId: randomUUID(), personId, place }))
    expect(await refused('cover1', fan.id)).toBe('not-found')
    expect(await refused('profile', fan.id)).toBe('settled')
    expect(await refused('profile', randomUUID())).toBe('not-found')
    expect(await refused('background', fan.id)).toBe('bad-shape')
  })

  test('D115 a fan changes their own picture at once, and the former one is gone', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, fan)
    const ownUrl = async () => {
      await browser.settled()
      return (await pull(browser, 'people')).documents[0]?.pictureUrl as string | null
    }
    expect(await bring(browser)).toBe(200)
    const former = await ownUrl()
    expect(await seen(world.browser(), former ?? '')).toBe(200)
    expect(await bring(browser)).toBe(200)
    expect([await seen(world.browser(), former ?? ''), await seen(browser, (await ownUrl()) ?? '')]).toEqual([
      404, 200,
    ])
    expect(await bring(browser, { place: 'cover1' }), 'fans have no covers').toBe(404)
    expect(await bring(athlete, { place: 'cover3' }), 'athletes bring what the team asks for').toBe(404)
  })

  test('a file from elsewhere is refused: without the token of the session, from another origin', async () => {
    await ask()
    expect(await bring(athlete, { headers: { 'x-csrf-token': 'x' } })).toBe(403)
    expect(await bring(athlete, { headers: { origin: 'https://evil.example' } })).toBe(403)
    expect(await bring(athlete)).toBe(200)
  })

  test('who leaves takes it along: nobody is asked, and nothing of it is kept', async () => {
    const { body } = await athlete.post<{ token: string }>('/api/account/open-mine', {
      password: person.password,
    })
    await athlete.post('/api/account/leave', { token: body.token })
    expect(await desk(), 'the fan’s alone').toMatchObject([{ place: 'profile', state: 'asked' }])
    await world.advance(7 * DAY_MS)
    await world.quiesce()
    await sweepPictures(world.context)
    const rows = await world.database.sql`select from picture_request where person_id = ${person.id}`
    const pictures = await world.database.sql`
      select from picture where person_id is null or person_id = ${person.id}`
    expect([rows.length, pictures.length]).toEqual([0, 0])
  })
})
