import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type OwnProfile, profileSave } from '../../sync/athlete/profile-edit.ts'
import type { PersonDocument } from '../../sync/collections.ts'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import {
  type Actors,
  asked,
  askOf,
  openCast,
  pay,
  prepare,
  pull,
  screen,
  signedIn,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { Person, World } from '../testing/world.ts'

let world: World
let actors: Actors
let rower: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  rower = await signedIn(world, actors.athlete)
})
afterAll(() => world.end())

/** Returns the person's own document, as their device would have it now. */
async function ownOf(browser: Browser): Promise<PersonDocument> {
  const [document] = (await pull(browser, 'people')).documents
  return document as unknown as PersonDocument
}

/** Saves from a device that has seen the current profile. */
async function save(browser: Browser, after: object, person: Person = actors.athlete) {
  const { profile } = await ownOf(browser)
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, profile?.[key as 'bio'] ?? null]))
  return browser.push('profile.save', { personId: person.id, before, after })
}

async function publicly(username = 'rower'): Promise<PublicAthlete> {
  return (await world.browser().get<PublicAthlete>(`/api/athletes/${username}`)).body
}

async function listed(): Promise<string[]> {
  const { body } = await world.browser().get<{ athletes: PublicAthlete[] }>('/api/athletes')
  return body.athletes.map(({ username }) => username)
}

/** A changed value for each field. */
const ANOTHER: OwnProfile = {
  firstName: 'Nina',
  lastName: 'Vik',
  city: 'Stavanger',
  countryCode: 'SE',
  instagram: 'nina.vik',
  tiktok: 'ninavik',
  x: 'nina_vik',
  sport: 'Swimming',
  position: 'Stroke',
  bio: 'I swim now.',
  achievements: ['Third at home'],
  interests: ['Turns'],
  noGoTopics: 'My shoulder',
  priceCents: 2_500,
  pause: { until: null },
  payoutHandle: 'nina by hand',
}

describe('a profile is changed', () => {
  test('S2-2.70 public profile, directory, own devices and partners show it after the commit', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const fans = await signedIn(world, fan)
    const ask = askOf(actors)
    const prepared = await prepare(fans, ask)
    await pay(fans, prepared.body.clientSecret)
    await fans.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const outcome = await save(rower, {
      firstName: 'Ruth',
      city: 'Bergen',
      bio: 'Two oars.',
      interests: ['Catches', 'Starts'],
      instagram: 'ruth.rows',
      noGoTopics: 'My knee',
      priceCents: 2_000,
    })
    expect(outcome).toMatchObject({ state: 'settled', value: { revision: expect.any(Number) } })
    expect(await publicly()).toMatchObject({
      firstName: 'Ruth',
      city: 'Bergen',
      bio: 'Two oars.',
      priceCents: 2_000,
    })
    expect(JSON.stringify(await publicly())).not.toContain('knee')
    const found = await world.browser().get<{ athletes: PublicAthlete[] }>('/api/athletes?q=catches')
    expect(found.body.athletes.map(({ firstName }) => firstName)).toEqual(['Ruth'])
    const own = await ownOf(rower)
    const { revision } = outcome.state === 'settled' ? outcome.value : {}
    expect(own.profile).toMatchObject({ instagram: 'ruth.rows', noGoTopics: 'My knee', revision })
    const [conversation] = (await pull(fans, 'conversations')).documents
    expect(conversation?.partner).toMatchObject({ firstName: 'Ruth', city: 'Bergen' })
  })

  test('S2-2.70 every field that may be changed is kept, read again and counted', async () => {
    expect(Object.keys(profileSave.shape.after.shape).sort()).toEqual(Object.keys(ANOTHER).sort())
    for (const [field, value] of Object.entries(ANOTHER)) {
      const { revision = 0 } = (await ownOf(rower)).profile ?? {}
      expect(await save(rower, { [field]: value }), field).toMatchObject({ state: 'settled' })
      const { profile } = await ownOf(rower)
      expect(
        profile,
        `${field}: write it in writeProfile of server/athlete/save-profile.ts, and read it in ownColumns of server/athlete/document.ts`,
      ).toMatchObject({ [field]: value })
      expect(
        profile?.revision,
        `${field}: name its column in the trigger person_profile, by a migration`,
      ).toBe(revision + 1)
    }
    await save(rower, { pause: null })
  })

  test('D98 another device was faster: its change stands, a field of its own does not matter', async () => {
    const { profile } = await ownOf(rower)
    const personId = actors.athlete.id
    await save(rower, { bio: 'From the laptop.' })
    const late = { personId, before: { bio: profile?.bio }, after: { bio: 'From the phone.' } }
    expect(await rower.push('profile.save', late)).toMatchObject({
      state: 'refused',
      refusal: { code: 'changed-meanwhile', detail: { fields: 'bio' } },
    })
    const other = { personId, before: { city: profile?.city }, after: { city: 'Voss' } }
    expect(await rower.push('profile.save', other)).toMatchObject({ state: 'settled' })
    expect(await publicly()).toMatchObject({ bio: 'From the laptop.', city: 'Voss' })
  })

  test('D38 email, role, tags, promo and another’s profile cannot be changed, nor a fan become an athlete', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const fans = await signedIn(world, fan)
    for (const after of [{ email: 'x@t.test' }, { role: 'admin' }, { tags: ['x'] }, { promo: true }])
      expect(await save(rower, after)).toMatchObject({ state: 'refused', refusal: { code: 'bad-shape' } })
    expect(await save(fans, { priceCents: 500 }, fan)).toMatchObject({ refusal: { code: 'not-allowed' } })
    expect(await save(fans, { bio: 'x' })).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await save(fans, { countryCode: 'BR', x: 'sam' }, fan)).toMatchObject({ state: 'settled' })
    expect((await ownOf(fans)).profile).toMatchObject({ countryCode: 'BR', x: 'sam', priceCents: null })
  })
})

describe('questions on their way', () => {
  test('keep their amount whatever the price becomes, held, waiting for the card or for the video', async () => {
    const athlete = await world.makePerson({
      role: 'creator',
      username: 'promo',
      priceCents: 1_500,
      promo: true,
    })
    const promo = await signedIn(world, athlete)
    const theirs = { ...actors, athlete }
    const first = await asked(theirs)
    const video = await sampleVideo('question.webm')
    const fan = world.browser()
    const ask = askOf(theirs, { kind: 'video', text: '', video: video.declared })
    await pay(fan, (await prepare(fan, ask)).body.clientSecret)
    await save(promo, { priceCents: 3_000 }, athlete)
    await fan.upload(video, 'question')
    await fan.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const rows = await world.database.sql`
      select amount_cents, hold_state, free_key from question where id in (${first.questionId}, ${ask.questionId})`
    const held = { amount_cents: 1_500, hold_state: 'held', free_key: null }
    expect(rows.map((row) => ({ ...row }))).toEqual([held, held])
    await screen(theirs, first.questionId)
    expect(await view(first.fan, first.viewPath)).toMatchObject({ status: 'approved', amountCents: 1_500 })
    expect(await publicly('promo')).toMatchObject({ priceCents: 3_000 })
  })
})

describe('D82 a pause', () => {
  test('takes no question and no place in the directory, and ends by the database’s clock on its day', async () => {
    await save(rower, { priceCents: 1_500 })
    const [row] = await world.database.sql<{ ms: number }[]>`
      select (extract(epoch from app_now()) * 1000)::float8 as ms`
    const until = Math.floor(row?.ms ?? 0) + 3 * DAY_MS
    expect(await save(rower, { pause: { until } })).toMatchObject({ state: 'settled' })
    const refused = await prepare(world.browser(), askOf(actors))
    expect([refused.status, JSON.stringify(refused.body).includes('athlete-paused')]).toEqual([409, true])
    expect(await publicly()).toMatchObject({ paused: true, pausedUntil: until })
    expect(await listed()).not.toContain('rower')
    await world.advance(3 * DAY_MS - HOUR_MS)
    await world.quiesce()
    expect((await ownOf(rower)).profile?.pause).toEqual({ until })
    await world.advance(HOUR_MS + 120_000)
    await world.quiesce()
    expect((await ownOf(rower)).profile?.pause).toBeNull()
    expect(await publicly()).toMatchObject({ paused: false, pausedUntil: null })
    expect(await listed()).toContain('rower')
    expect((await prepare(world.browser(), askOf(actors))).status).toBe(200)
  })

  test('without a day lasts until it is ended', async () => {
    await save(rower, { pause: { until: null } })
    await world.advance(30 * DAY_MS)
    await world.quiesce()
    rower = await signedIn(world, actors.athlete)
    expect((await ownOf(rower)).profile?.pause).toEqual({ until: null })
    await save(rower, { pause: null })
    expect((await publicly()).paused).toBe(false)
  })
})
