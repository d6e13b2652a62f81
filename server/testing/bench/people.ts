import { randomUUID } from 'node:crypto'
import type { Sql } from '../../db/sql.ts'
import { csrfToken } from '../../http/csrf.ts'
import { signValue } from '../../http/signed-value.ts'
import type { Secrets } from '../../secrets.ts'
import { makeAnswer } from '../media/delivered-answer.ts'
import type { Ground } from './ground.ts'

/** A signed-in user, with the credentials that their device sends with every request. */
export type Member = { personId: string; device: string; session: string; csrf: string }

type Role = 'basic' | 'creator' | 'admin'

/** Inserts people with an account, each signed in on one device. */
export async function makeMembers(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  { role, count }: { role: Role; count: number },
): Promise<Member[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    user: randomUUID(),
    session: randomUUID(),
    token: randomUUID(),
  }))
  const people = sql`select * from jsonb_to_recordset(${sql.json(rows)})
    as r (id uuid, "user" uuid, session uuid, token text)`
  await sql`insert into auth."user" (id, email, "emailVerified")
    select "user", r.id || '@bench.test', true from (${people}) r`
  await sql`
    insert into person (id, auth_id, role, username, first_name, last_name, email, birth_date, city, country_code, sport,
      price_cents)
    select r.id, "user", ${role}, ${role === 'creator' ? sql`left(replace(r.id::text, '-', ''), 15)` : null}, 'Kim', 'Lee',
      r.id || '@bench.test', '1990-01-01', 'Oslo', 'NO', 'Rowing',
      ${role === 'creator' ? 1_500 : null}::int from (${people}) r`
  await sql`insert into auth.session (id, token, "userId", "expiresAt", "updatedAt")
    select session, token, "user", now() + interval '14 days', now() from (${people}) r`
  return rows.map(({ id, session, token }) => ({
    personId: id,
    device: randomUUID(),
    session: encodeURIComponent(signValue(secrets.session, token)),
    csrf: csrfToken(secrets, { role, personId: id, guestId: null, sessionId: session }) ?? '',
  }))
}

type Asking = { fan: Member; athletes: Member[]; count: number; status?: 'approved' | 'completed' }

/** Inserts questions of one fan to these athletes in turn, about 400 bytes each on the wire. */
export async function makeQuestions(sql: Sql, { fan, athletes, count, status = 'completed' }: Asking) {
  const ids = athletes.map(({ personId }) => personId)
  await sql`insert into conversation (id, fan_id, athlete_id, opened_at)
    select gen_random_uuid(), ${fan.personId}, athlete, now() from unnest(${ids}::uuid[]) athlete`
  await sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, status, amount_cents,
      submitted_at, screening_ends_at, approved_at, due_at, settled_at)
    select gen_random_uuid(), c.id, c.fan_id, c.athlete_id, '{}', 'My catch, part ' || n, 'text',
      'How do I stop skying at the catch when the boat runs faster than at home? It is about stroke ' || n,
      ${status}, 0, now() - n * interval '1 minute', now(), now() - n * interval '1 minute',
      now() + interval '72 hours', ${status === 'completed' ? sql`now()` : null}
    from generate_series(1, ${count}::int) n
    join conversation c on c.fan_id = ${fan.personId} and c.athlete_id = (${ids}::uuid[])[1 + n % ${ids.length}::int]`
}

/** The users whom browsers sign in as, and the ports of the servers. */
export type BrowserWorld = {
  port: number
  /** The port of the bare server, which has an empty page. */
  barePort: number
  /** Fans with this many completed questions, in 30 conversations each. */
  fans: { questions: number; member: Member }[]
  /** An athlete with waiting questions. */
  athlete: Member
  waiting: string[]
  /** The path of the page on which a delivered answer is watched. */
  viewPath: string
}

const WAITING = 24

/** Makes people with enough data for the figures that a browser takes. */
export async function makeBrowserWorld(ground: Ground): Promise<BrowserWorld> {
  const { port } = await ground.site()
  const athletes = await makeMembers(ground, { role: 'creator', count: 30 })
  const members = await makeMembers(ground, { role: 'basic', count: 3 })
  const [athlete] = await makeMembers(ground, { role: 'creator', count: 1 })
  const [small, large, asker] = members
  if (!small || !large || !asker || !athlete) throw new Error('nobody was made')
  await makeQuestions(ground.sql, { fan: small, athletes, count: 1_000 })
  await makeQuestions(ground.sql, { fan: large, athletes, count: 10_000 })
  await makeQuestions(ground.sql, { fan: asker, athletes: [athlete], count: WAITING, status: 'approved' })
  const waiting = await ground.sql<{ id: string }[]>`
    select id from question where athlete_id = ${athlete.personId} order by submitted_at`
  await ground.sql`analyze`
  const fans = [
    { questions: 1_000, member: small },
    { questions: 10_000, member: large },
  ]
  const viewPath = await makeAnswer(ground, small.personId)
  return { port, barePort: ground.bare.port, fans, athlete, waiting: waiting.map(({ id }) => id), viewPath }
}

/** Makes a fan with 100,000 completed questions, in 30 conversations. */
export async function makeVastFan(ground: Ground): Promise<BrowserWorld['fans'][number]> {
  const questions = 100_000
  const athletes = await makeMembers(ground, { role: 'creator', count: 30 })
  const [member] = await makeMembers(ground, { role: 'basic', count: 1 })
  if (!member) throw new Error('nobody was made')
  await makeQuestions(ground.sql, { fan: member, athletes, count: questions })
  await ground.sql`analyze`
  return { questions, member }
}
