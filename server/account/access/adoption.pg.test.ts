import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { type Actors, asked } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { bringPicture } from '../../testing/media/pictures.ts'
import { interleaving } from '../../testing/races/interleave.ts'
import { openWorld, type World } from '../../testing/world.ts'

const password = 'chosen by the fan'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  const athlete = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  actors = { world, athlete, admin: await world.makePerson({ role: 'admin' }) }
})
afterAll(() => world.end())

type Refused = { refusal?: { code: string; detail?: { step?: string } }; uploadToken?: string }
const post = (path: string, body: object, browser: Browser = world.browser()) =>
  browser.post<Refused>(`/api/account/${path}`, body)

const asker = (name: string) => ({
  firstName: 'Robin',
  lastName: 'Reed',
  birthDate: '1998-04-02',
  countryCode: 'CA',
  city: 'Banff',
  email: `${name}@adopt.test`,
})

async function joined(name: string): Promise<string> {
  const person = asker(name)
  const { body } = await post('join-fan', { person, username: name, password })
  await bringPicture(world.browser(), body.uploadToken ?? '')
  await world.quiesce()
  const mails = (await world.mails()).filter(({ recipient }) => recipient === person.email)
  return mails.flatMap(({ text }) => /\/fanjoin#token=([\w-]{43})/.exec(text)?.[1] ?? []).at(-1) ?? ''
}

/** Returns the ids of everything that belongs to the person of an address. */
async function historyOf(name: string) {
  const [row] = await world.database.sql`
    select p.id, (select array_agg(c.id order by c.id) from conversation c where c.fan_id = p.id) as conversations,
      (select array_agg(q.id order by q.id) from question q where q.fan_id = p.id) as questions,
      (select array_agg(h.id order by h.id) from hold h join question q on q.id = h.ask_id where q.fan_id = p.id) as holds,
      (select array_agg(q.revision order by q.id) from question q where q.fan_id = p.id) as revisions
    from person p where coalesce(p.claimed_email, p.email) = ${`${name}@adopt.test`}`
  return row
}

describe('S2-4.32 S2-6.6 D43 D111 adoption', () => {
  test('changes no id and points nothing anew, however often the link is opened at once', async () => {
    await asked(actors, { asker: asker('robin') })
    await asked(actors, { asker: asker('robin') })
    const before = await historyOf('robin')
    expect([before?.conversations.length, before?.questions.length]).toEqual([1, 2])
    const token = await joined('robin')
    const opened = await Promise.all([1, 2, 3].map(() => post('activate', { token, password })))
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect(await historyOf('robin')).toEqual(before)
    const accounts = await world.database.sql`select id from auth."user" where email = 'robin@adopt.test'`
    expect(accounts).toHaveLength(1)
    const [{ role } = { role: '' }] = await world.database.sql<{ role: string }[]>`
      select role from person where email = 'robin@adopt.test'`
    expect(role).toBe('basic')
  })

  test('a link for one address opens no other, and two sign-ups of one address make one account', async () => {
    await asked(actors, { asker: asker('owner') })
    const before = await historyOf('owner')
    const stranger = await joined('stranger')
    const [first, second] = [await joined('owner'), await joined('owner')]
    expect(first).not.toBe(second)
    expect((await post('activate', { token: stranger, password })).status).toBe(200)
    expect(await historyOf('owner')).toEqual(before)
    const both = await Promise.all([first, second].map((token) => post('activate', { token, password })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await historyOf('owner')).toEqual(before)
  })

  test('of two sign-ups of one address that are confirmed at once, neither waits for the other in a circle', async () => {
    const { race, count } = interleaving(world.database.sql)
    const alone = await joined('alone')
    const { statements } = await count(() => post('activate', { token: alone, password }))
    // From the third statement on, the first activation holds its own sign-up and could wait for the other's.
    const stops = Array.from({ length: statements - 2 }, (_, index) => index + 3)
    for (const before of sample('circle of sign-ups', stops, 2)) {
      const name = `twin${before}`
      const [one, other] = [await joined(name), await joined(name)]
      const { first, second, met, paused } = await race(
        before,
        () => post('activate', { token: one, password }),
        () => post('activate', { token: other, password }),
      )
      expect([first.status, second.status].sort(), `stopped before statement ${before}`).toEqual([200, 410])
      expect([paused, met], `stopped before statement ${before}`).toEqual([true, []])
    }
  })

  /** SQL that makes a step fail: the database raises an error or does something wrong. */
  const failures = {
    'S2-8.6 conversations': 'alter table conversation rename to conversation_away',
    'S2-8.7 conversation': 'update conversation set fan_id = athlete_id where fan_id = new.id',
    'S2-8.8 messages': 'update question set fan_id = athlete_id where fan_id = new.id',
    'S2-8.9 profile': `raise exception 'no room'`,
  }
  test.each(Object.entries(failures))(
    '%s: the step that broke off is named, and nothing of it was done',
    async (name, harm) => {
      const [, step = ''] = name.split(' ')
      const { sql } = world.database
      await asked(actors, { asker: asker(step) })
      const before = await historyOf(step)
      const token = await joined(step)
      const isTable = harm.startsWith('alter')
      if (isTable) await sql.unsafe(harm)
      else {
        await sql.unsafe(
          `create function harm() returns trigger language plpgsql as $$ begin ${harm}; return new; end $$`,
        )
        await sql`create trigger harm before update of auth_id on person for each row execute function harm()`
      }
      const broken = await post('activate', { token, password })
      if (isTable) await sql`alter table conversation_away rename to conversation`
      else await sql`drop function harm cascade`
      expect([broken.status, broken.body.refusal]).toEqual([
        500,
        { code: 'adoption-failed', detail: { step } },
      ])
      expect(await historyOf(step)).toEqual(before)
      expect(
        (await world.browser().post('/api/auth/sign-in/email', { email: asker(step).email, password }))
          .status,
      ).toBe(401)
      // The link still works.
      expect((await post('activate', { token, password })).status).toBe(200)
      expect(await historyOf(step)).toEqual(before)
    },
  )
})
