import { foldText } from '../../sync/athlete/directory-rule.ts'
import type { AthletesCall } from '../../sync/desk/athlete-calls.ts'
import type { AthleteAnswer, AthletesAnswer, DeskAthleteRow, GivenCard } from '../../sync/desk/athletes.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { escapeLike, firstOf } from '../db/pages.ts'
import type { Sql } from '../db/sql.ts'

const PAGE = 50

const rowColumns = (sql: Sql) => sql`
  p.id, p.username, p.first_name || ' ' || p.last_name as name, p.sport, p.paused, p.promo,
  case when p.closed_at is not null then 'closed' when p.leaving_at is not null then 'leaving' when not p.listed then 'removed' end as gone,
  (select count(*)::int from athlete_card k where k.person_id = p.id) as cards`

const STATES: Record<NonNullable<AthletesCall['state']>, (sql: Sql) => ReturnType<Sql>> = {
  paused: (sql) => sql`and p.paused and p.listed`,
  promo: (sql) => sql`and p.promo`,
  removed: (sql) => sql`and not p.listed and p.closed_at is null`,
  closed: (sql) => sql`and p.closed_at is not null`,
  carded: (sql) => sql`and exists (select from athlete_card k where k.person_id = p.id)`,
}

/** Returns a page of athletes by username, listed or not, but without those who are leaving. */
export async function listAthletes(
  { sql }: Context,
  { q, state, after }: AthletesCall,
): Promise<AthletesAnswer> {
  const typed = q && escapeLike(foldText(q.trim().replace(/^@/, '')))
  const athletes = await sql<DeskAthleteRow[]>`
    select ${rowColumns(sql)} from person p
    where p.role = 'creator' and p.username is not null and p.leaving_at is null
      ${typed ? sql`and (p.username like ${`${typed}%`} or p.directory_text like ${`%${typed}%`})` : sql``}
      ${state ? STATES[state](sql) : sql``} ${after ? sql`and p.username > ${after}` : sql``}
    order by p.username limit ${PAGE + 1}`
  const { shown, more } = firstOf(athletes, PAGE)
  return { athletes: shown, more }
}

type Whole = Omit<AthleteAnswer, 'given' | 'joinedAt' | 'pausedUntil'> & {
  joinedAt: Date
  pausedUntil: Date | null
}

/**
 * Returns one athlete with all details and warning cards, the latest first; also one who is leaving, because their
 * payouts may still have to be held. Refuses `not-found`.
 */
export async function findAthleteForDesk({ sql }: Context, id: string): Promise<Result<AthleteAnswer>> {
  const [row] = await sql<Whole[]>`
    select ${rowColumns(sql)}, p.email, p.country_code as "countryCode",
      (select a.state from payout_account a where a.person_id = p.id
        and (a.state <> 'refused' or a.country_code = p.country_code) order by a.created_at desc limit 1) as "payoutAccount",
      p.picture_url as "pictureUrl", p.price_cents as "priceCents", p.tags,
      p.tiktok_embeds as "tiktokEmbeds", p.created_at as "joinedAt", p.paused_until as "pausedUntil",
      (select count(*)::int from question q where q.athlete_id = p.id and q.status in ('new', 'approved')) as open
    from person p where p.id = ${id} and p.role = 'creator' and p.username is not null`
  if (!row) return refuse('not-found')
  const given = await sql<(Omit<GivenCard, 'at'> & { at: Date })[]>`
    select k.id, k.card, k.reason, p.first_name || ' ' || p.last_name as by, k.at
    from athlete_card k join person p on p.id = k.given_by where k.person_id = ${id} order by k.at desc, k.id`
  return done({
    ...row,
    joinedAt: row.joinedAt.getTime(),
    pausedUntil: row.paused ? (row.pausedUntil?.getTime() ?? null) : null,
    given: given.map((card) => ({ ...card, at: card.at.getTime() })),
  })
}
