import type { SessionAnswer } from '../../../sync/calls.ts'
import { beginSession } from '../../account/access/begin-session.ts'
import { transact } from '../../transact.ts'
import type { Browser } from '../browser.ts'
import { ROLES, type Role } from '../rights.ts'
import type { Person, World } from '../world.ts'

/** The people with an account, among them two athletes who cannot be asked. */
const ACCOUNTS = ['fan', 'fan2', 'athlete', 'athlete2', 'admin', 'test', 'paused', 'unlisted'] as const
export type AccountName = (typeof ACCOUNTS)[number]
export type People = Record<AccountName, Person>

const ROLE_OF = {
  fan: 'basic',
  fan2: 'basic',
  athlete: 'creator',
  athlete2: 'creator',
  admin: 'admin',
  test: 'basic',
  paused: 'creator',
  unlisted: 'creator',
} as const

/** A time zone for each person, so that no two share one. */
const ZONES = 'Oslo Lisbon Athens Warsaw Zurich Vienna Madrid Dublin'
  .split(' ')
  .map((city) => `Europe/${city}`)

/** Makes people whose words are all unique, so that each can be recognised wherever it turns up. */
export async function makePeople(world: World): Promise<People> {
  const people: Partial<People> = {}
  for (const [index, name] of ACCOUNTS.entries()) {
    const person = await world.makePerson({ role: ROLE_OF[name], username: `cnr${name}x`, priceCents: 1_500 })
    const word = wordsOf(name, index)
    await world.database.sql`
      update person set first_name = ${word.firstName}, last_name = ${word.lastName}, city = ${word.city},
        birth_date = ${word.birthDate}, bio = ${`${name} canary bio`}, no_go_topics = ${`${name} canary nogo`},
        payout_handle = ${`${name} canary handle`},
        sport = ${`${name} canary sport`}, role = ${name === 'test' ? 'test' : ROLE_OF[name]},
        zone = ${ZONES[index] ?? null}, paused = ${name === 'paused'}, listed = ${name !== 'unlisted'} where id = ${person.id}`
    people[name] = person
  }
  await changeAddress(world, people.fan2)
  return people as People
}

/** Inserts a change of address, so that this person has a former one. */
async function changeAddress(world: World, person: Person | undefined): Promise<void> {
  await world.database.sql`
    insert into email_change (id, person_id, email, former_email, old_hash, new_hash, old_at, new_at, expires_at)
    values (gen_random_uuid(), ${person?.id ?? null}, 'cnrfan2.newer@fan.test', 'cnrfan2.former@fan.test', 'of an old token',
      'of a new token', app_now(), app_now(), app_now() + interval '1 day')`
}

/** Returns what a role types about themselves when asking; no other role types the same. */
export function askerOf(name: Role) {
  const { firstName, lastName, city, birthDate } = wordsOf(`asking${name}`, 20 + ROLES.indexOf(name))
  return { firstName, lastName, city, birthDate, countryCode: 'US', email: `cnr.${name}+tag@fan.test` }
}

function wordsOf(name: string, index: number) {
  const [first = '', ...rest] = name
  const own = `Cnr${first.toUpperCase()}${rest.join('')}`
  // The surname begins with its own letter, because an athlete may learn that letter.
  return {
    firstName: `${own}First`,
    lastName: `Q${own}Last`,
    city: `${own}City`,
    birthDate: `19${60 + index}-03-0${(index % 9) + 1}`,
  }
}

/** The credentials of a session: its cookie and its CSRF token. */
export type ShownSession = { cookie: string; csrf: string }

/** Begins a new session without a password, because checking one is slow. A second factor counts as shown. */
export async function liveSession(world: World, person: Person): Promise<ShownSession> {
  const { context, database } = world
  const [account] = await database.sql<{ userId: string }[]>`
    select auth_id as "userId" from person where id = ${person.id}`
  const begun = await transact(context, (inside) =>
    beginSession(inside, account?.userId ?? '', { userAgent: null, isFactorShown: true }),
  )
  const cookie = begun.setCookie.split(';')[0] ?? ''
  const answer = await world.browser().request('/api/session', { headers: { cookie } })
  const { csrf } = (await answer.json()) as SessionAnswer
  return { cookie, csrf: csrf ?? '' }
}

/** Begins a session and ends it on the server, so that only its browser still has it. */
export async function endedSession(world: World, person: Person): Promise<ShownSession> {
  const shown = await liveSession(world, person)
  await world.database.sql`
    delete from auth.session where id = (select s.id from auth.session s join person p on p.auth_id = s."userId"::text
      where p.id = ${person.id} order by s."createdAt" desc limit 1)`
  return shown
}

/** Makes the browser a guest, by beginning to ask. */
export async function becomeGuest(browser: Browser, name: 'guest' | 'guest2', people: People): Promise<void> {
  const { birthDate: dob, countryCode: country, ...asker } = askerOf(name)
  const call = { ...asker, dob, country, responderUuid: people.athlete.id }
  await browser.post('/api/check-existing-user', call)
  await browser.session()
}

export type Send = Browser['request']

/** Returns how each role sends requests: a visitor always from a new browser, and `revoked` with an ended session. */
export function sendAs(
  world: World,
  browsers: Record<Exclude<Role, 'visitor' | 'revoked'>, Browser>,
): (role: Role, ended: ShownSession) => Send {
  return (role, ended) => {
    if (role === 'visitor') return world.browser().request
    if (role !== 'revoked') return browsers[role].request
    return (path, init = {}) => {
      const unsafe = init.method !== undefined && init.method !== 'GET' && init.method !== 'HEAD'
      const headers = { cookie: ended.cookie, ...(unsafe && { 'x-csrf-token': ended.csrf }), ...init.headers }
      return world.browser().request(path, { ...init, headers })
    }
  }
}
