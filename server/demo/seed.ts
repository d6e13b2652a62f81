import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount } from '../account/create-account.ts'
import type { Context } from '../context.ts'
import { type Work, work } from '../work.ts'
import { DEMO_ATHLETES, type DemoAthlete } from './athletes.ts'
import { seedConversations } from './conversations.ts'

/** The demo's fixed addresses, and the one password they share. */
export type DemoSignIns = { addresses: string[]; password: string }

const ADMIN = 'admin@infield.test'
const ATHLETE = 'athlete@infield.test'
const FAN = 'fan@infield.test'

/** Fills an empty database with people and conversations in every state; a filled one only says its sign-ins again. */
export async function seedDemo(context: Context, say: (sentence: string) => void): Promise<DemoSignIns> {
  const password = await demoPassword(context)
  const signIns = { addresses: [ADMIN, ATHLETE, FAN], password }
  const [seeded] = await context.sql`select from person limit 1`
  if (seeded) return signIns
  say('Demo data: making athletes, fans and conversations')
  await work(context, async (inside) => {
    await account(inside, {
      email: ADMIN,
      role: 'admin',
      name: ['Ada', 'Moreau'],
      city: 'Geneva',
      country: 'CH',
      password,
    })
    await account(inside, {
      email: FAN,
      role: 'basic',
      name: ['Sam', 'Okoye'],
      city: 'Chicago',
      country: 'US',
      password,
    })
    for (const athlete of DEMO_ATHLETES) await insertAthlete(inside, athlete, password)
  })
  await seedConversations(context)
  return signIns
}

/** DEMO_PASSWORD, or one made at the first start and kept, so that every start prints the same. */
async function demoPassword({ env, random }: Context): Promise<string> {
  if (env.demo?.password) return env.demo.password
  const file = path.join(env.dataDir, 'demo-password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const fresh = Buffer.from(random.bytes(12)).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600 })
  return fresh
}

type DemoPerson = {
  email: string
  role: 'admin' | 'basic' | 'creator'
  name: [string, string]
  city: string
  country: string
  password: string
  username?: string
}

async function account(inside: Work, person: DemoPerson): Promise<string> {
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
    password: person.password,
    verified: true,
  })
  return personId
}

async function insertAthlete(inside: Work, athlete: DemoAthlete, password: string): Promise<void> {
  const id = await account(inside, {
    email: athlete.username === 'athlete' ? ATHLETE : `${athlete.username}@infield.test`,
    role: 'creator',
    name: athlete.name,
    city: athlete.city,
    country: athlete.country,
    username: athlete.username,
    password,
  })
  await inside.tx`
    update person set sport = ${athlete.sport}, position = ${athlete.position}, bio = ${athlete.bio},
      achievements = ${athlete.achievements}, interests = ${athlete.interests}, tags = ${athlete.tags},
      price_cents = ${athlete.dollars * 100}, promo = ${athlete.promo ?? false}, paused = ${athlete.paused ?? false},
      rating_total = ${athlete.rating[0]}, rating_count = ${athlete.rating[1]},
      no_go_topics = ${athlete.username === 'athlete' ? 'Doping rumours, other athletes’ private lives' : null}
    where id = ${id}`
}
