import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chalkOfSport } from '../../sync/athlete/chalk-of-sport.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { createAccount } from '../account/create-account.ts'
import { hashNewPassword } from '../account/password.ts'
import { checkSignupCode, rotateSignupCode } from '../athlete/join/signup-code.ts'
import type { Context } from '../context.ts'
import { createDiscountCode } from '../payment/discount/discount-code.ts'
import { type TxContext, transact } from '../transact.ts'
import { DEMO_ATHLETES, type DemoAthlete } from './athletes.ts'
import { seedConversations } from './conversations.ts'

/** The demo's fixed addresses, and the password they share. */
export type DemoSignIns = {
  addresses: string[]
  password: string
  /** The code with which new athletes sign up; null once the admin has changed it. */
  signupCode: string | null
}

const ADMIN = 'admin@infield.test'
const ATHLETE = 'athlete@infield.test'
const FAN = 'fan@infield.test'
/**
 * The account with the role `test`: anybody in a conversation with it can make a test request (D51). It has no
 * dashboard.
 */
const TESTER = 'tester@infield.test'

/**
 * Fills an empty database with people and conversations in every state; for a filled one, only returns the
 * sign-ins.
 */
export async function seedDemo(context: Context, say: (sentence: string) => void): Promise<DemoSignIns> {
  const password = await demoPassword(context)
  const signIns = { addresses: [ADMIN, ATHLETE, FAN], password, signupCode: await demoSignupCode(context) }
  const [seeded] = await context.sql`select from person limit 1`
  if (seeded) return signIns
  say('Demo data: making athletes, fans and conversations')
  // the accounts share one password, so they can share its hash
  const passwordHash = await hashOf(context, password)
  await transact(context, async (inside) => {
    await account(inside, {
      email: ADMIN,
      role: 'admin',
      name: ['Ada', 'Moreau'],
      city: 'Geneva',
      country: 'CH',
      passwordHash,
    })
    await account(inside, {
      email: FAN,
      role: 'basic',
      name: ['Sam', 'Okoye'],
      city: 'Chicago',
      country: 'US',
      passwordHash,
    })
    await insertTester(inside, passwordHash)
    for (const athlete of DEMO_ATHLETES) await insertAthlete(inside, athlete, passwordHash)
    await insertCodes(inside)
  })
  await seedConversations(context)
  return signIns
}

/** Hashes the password. Throws when DEMO_PASSWORD is not acceptable, so that the operator is told at the start. */
async function hashOf(context: Context, password: string): Promise<string> {
  const owner = { role: 'admin', email: ADMIN, username: null, firstName: '', lastName: '' } as const
  const hashed = await hashNewPassword(context, password, owner)
  if (!hashed.ok) throw new Error(`DEMO_PASSWORD may be no password: ${hashed.refusal.code}.`)
  return hashed.value
}

/** Creates discount codes to try on the request page: part of the price, all of it, and an expired one. */
async function insertCodes(inside: TxContext): Promise<void> {
  await createDiscountCode(inside, { code: 'KICKOFF20', label: 'Season opening', off: 'percent', value: 20 })
  await createDiscountCode(inside, {
    code: 'FIRSTLAP',
    label: 'Club evening, on the house',
    off: 'percent',
    value: 100,
    maxUses: 25,
  })
  await createDiscountCode(inside, {
    code: 'LASTSEASON',
    label: 'Last season',
    off: 'cents',
    value: 1_000,
    expiresAt: new Date(inside.now.getTime() - DAY_MS),
  })
}

/** Returns DEMO_PASSWORD, or a password made at the first start and kept, so that every start prints the same. */
async function demoPassword({ env, random }: Context): Promise<string> {
  if (env.demo?.password) return env.demo.password
  const file = path.join(env.dataDir, 'demo-password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const fresh = Buffer.from(random.bytes(12)).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600 })
  return fresh
}

/** Returns a code made at the first start and kept, so that every start prints it while it is valid. */
async function demoSignupCode(context: Context): Promise<string | null> {
  const file = path.join(context.env.dataDir, 'demo-signup-code')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return (await checkSignupCode(context, context.sql, kept)).ok ? kept : null
  const [other] = await context.sql`select from signup_code limit 1`
  if (other) return null
  const { code } = await transact(context, (inside) => rotateSignupCode(inside, null))
  await writeFile(file, code, { mode: 0o600 })
  return code
}

type DemoPerson = {
  email: string
  role: 'admin' | 'basic' | 'creator' | 'test'
  name: [string, string]
  city: string
  country: string
  passwordHash: string
  username?: string
}

async function account(inside: TxContext, person: DemoPerson): Promise<string> {
  const { personId } = await createAccount(inside, {
    person: {
      id: inside.context.random.id(),
      firstName: person.name[0],
      lastName: person.name[1],
      email: person.email,
      username: person.username ?? null,
      birthDate: '1994-06-12',
      city: person.city,
      countryCode: person.country,
    },
    role: person.role,
    passwordHash: person.passwordHash,
  })
  return personId
}

async function insertTester(inside: TxContext, passwordHash: string): Promise<void> {
  const id = await account(inside, {
    email: TESTER,
    role: 'test',
    name: ['Tess', 'Tester'],
    city: 'Zurich',
    country: 'CH',
    username: 'tester',
    passwordHash,
  })
  await inside.tx`
    update person set sport = 'Athletics', bio = 'Not an athlete: here to try out how asking works.', price_cents = 500
    where id = ${id}`
}

async function insertAthlete(inside: TxContext, athlete: DemoAthlete, passwordHash: string): Promise<void> {
  const id = await account(inside, {
    email: athlete.username === 'athlete' ? ATHLETE : `${athlete.username}@infield.test`,
    role: 'creator',
    name: athlete.name,
    city: athlete.city,
    country: athlete.country,
    username: athlete.username,
    passwordHash,
  })
  await inside.tx`
    update person set sport = ${athlete.sport}, position = ${athlete.position}, bio = ${athlete.bio},
      achievements = ${athlete.achievements}, interests = ${athlete.interests}, tags = ${athlete.tags},
      price_cents = ${athlete.dollars * 100}, promo = ${athlete.promo ?? false}, paused = ${athlete.paused ?? false},
      rating_total = ${athlete.rating[0]}, rating_count = ${athlete.rating[1]},
      picture_url = ${`/faces/${athlete.username}.webp`},
      cover_urls = ${athlete.covers ?? [`/covers/ground-${chalkOfSport(athlete.sport)}.svg`]}, instagram = ${athlete.instagram ?? null}, tiktok = ${athlete.tiktok ?? null},
      x = ${athlete.x ?? null}, tiktok_embeds = ${athlete.advice ?? []},
      no_go_topics = ${athlete.username === 'athlete' ? 'Doping rumours, other athletes’ private lives' : null}
    where id = ${id}`
  if (athlete.answersInMinutes)
    await inside.tx`
      insert into typical_answer (athlete_id, minutes) values (${id}, ${athlete.answersInMinutes})`
  await insertViews(inside, id, athlete)
}

/** Inserts profile views: the more ratings, the more views, with slightly more at the end of each week. */
async function insertViews({ tx }: TxContext, id: string, { rating: [, count] }: DemoAthlete): Promise<void> {
  await tx`
    insert into profile_view (athlete_id, day, views)
    select ${id}, day, 1 + ${count}::int / 8 + (extract(isodow from day)::int * ${count}::int) / 40 + ago % 5
    from generate_series(0, 40) ago, lateral (select (app_now() at time zone 'UTC')::date - ago as day) past`
}
