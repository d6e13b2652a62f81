import type { Sql, Tx } from '../db/sql.ts'

/** An athlete's row, with what the rules ask of it. */
export type AthleteRow = {
  id: string
  authId: string | null
  role: string
  username: string
  firstName: string
  lastName: string
  email: string
  sport: string
  position: string | null
  bio: string
  achievements: string[]
  interests: string[]
  tags: string[]
  city: string
  countryCode: string
  priceCents: number | null
  promo: boolean
  paused: boolean
  listed: boolean
  pictureUrl: string | null
  ratingTotal: number
  ratingCount: number
  noGoTopics: string | null
}

const columns = (sql: Sql | Tx) => sql`
  p.id, p.auth_id as "authId", p.role, p.username, p.first_name as "firstName", p.last_name as "lastName", p.email,
  coalesce(p.sport, '') as sport, p.position, p.bio, p.achievements, p.interests, p.tags, coalesce(p.city, '') as city,
  coalesce(p.country_code, '') as "countryCode", p.price_cents as "priceCents", p.promo, p.paused,
  p.listed and p.role in ('creator', 'test') as listed, p.picture_url as "pictureUrl",
  p.rating_total as "ratingTotal", p.rating_count as "ratingCount", p.no_go_topics as "noGoTopics"`

export async function athleteById(sql: Sql | Tx, id: string): Promise<AthleteRow | null> {
  const [row] = await sql<AthleteRow[]>`
    select ${columns(sql)} from person p where p.id = ${id} and p.username is not null`
  return row ?? null
}

export async function athleteByUsername(sql: Sql | Tx, username: string): Promise<AthleteRow | null> {
  const [row] = await sql<AthleteRow[]>`
    select ${columns(sql)} from person p where p.username = ${username} and p.role = 'creator'`
  return row ?? null
}

/** Listed athletes after a username, in its order; paused ones are not in the directory (D71). */
export async function athletesAfter(sql: Sql | Tx, after: string, limit: number): Promise<AthleteRow[]> {
  return sql<AthleteRow[]>`
    select ${columns(sql)} from person p
    where p.role = 'creator' and p.listed and not p.paused and p.username > ${after}
    order by p.username limit ${limit}`
}
