import type { Happened, Stars, Step } from '../../sync/desk/figures.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../sync/question/status.ts'
import type { Queryable, Statement } from '../db/sql.ts'
import type { Period } from '../payment/books/period.ts'
import { stepColumn } from './steps.ts'

/** What to count: a period, its steps, and an athlete, or null for everybody. */
export type Counted = { period: Period; step: Step; athleteId: string | null }

/** The events of each step, by its first day, and of the whole period. */
export type HappenedBySteps = { bySteps: ReadonlyMap<string, Happened>; whole: Happened }

const NOTHING: Happened = {
  asked: Object.fromEntries(QUESTION_STATUSES.map((status) => [status, 0])) as Happened['asked'],
  screened: 0,
  unscreened: 0,
  screenMs: null,
  inTime: 0,
  late: 0,
  missed: 0,
  answerMs: null,
}

/** Returns the figures of a step without events. */
export const nothing = (): Happened => structuredClone(NOTHING)

/** Counts the events of questions; for one athlete, only those that the athlete sees. */
export async function countHappened(sql: Queryable, counted: Counted): Promise<HappenedBySteps> {
  const [asked, screened, answered] = await Promise.all([
    askedIn(sql, counted),
    counted.athleteId === null ? screenedIn(sql, counted) : [],
    answeredIn(sql, counted),
  ])
  const whole = nothing()
  const bySteps = new Map<string, Happened>()
  const at = (day: string | null) => {
    if (day === null) return whole
    const happened = bySteps.get(day) ?? nothing()
    bySteps.set(day, happened)
    return happened
  }
  for (const { day, status, count } of asked) at(day).asked[status] = count
  for (const { day, ...figures } of screened) Object.assign(at(day), figures)
  for (const { day, ...figures } of answered) Object.assign(at(day), figures)
  return { bySteps, whole }
}

const of = (sql: Queryable, athleteId: string | null) =>
  athleteId === null ? sql`true` : sql`q.athlete_id = ${athleteId}`

/**
 * Limits the search to questions asked at most 100 days before the period, because no event comes later and the
 * index is by that time.
 */
const recent = (sql: Queryable, { from, to }: Period) =>
  sql`q.submitted_at >= ${from}::timestamptz - interval '100 days' and q.submitted_at < ${to}`

const inside = (sql: Queryable, { from, to }: Period) => sql`at >= ${from} and at < ${to}`

/** Adds to rows with a time `at` the first day of their step. */
const stepped = (sql: Queryable, counted: Counted, rows: Statement) =>
  sql`(select *, ${stepColumn(sql, counted)} as day from (${rows}) happened where ${inside(sql, counted.period)}) stepped`

type AskedRow = { day: string | null; status: QuestionStatus; count: number }

function askedIn(sql: Queryable, counted: Counted): Promise<readonly AskedRow[]> {
  const { athleteId, period } = counted
  const at = athleteId === null ? sql`q.submitted_at` : sql`q.approved_at`
  const rows = sql`
    select ${at} as at, q.status from question q where ${recent(sql, period)} and ${of(sql, athleteId)}`
  return sql<AskedRow[]>`
    select day, status, count(*)::int as count from ${stepped(sql, counted, rows)}
    group by grouping sets ((day, status), (status))`
}

type ScreenedRow = Pick<Happened, 'screened' | 'unscreened' | 'screenMs'> & { day: string | null }

/**
 * Counts the first decision on each question, or that its time ran out without one; later changes of status do
 * not count.
 */
function screenedIn(sql: Queryable, counted: Counted): Promise<readonly ScreenedRow[]> {
  const rows = sql`
    select e.at, e.move <> 'screening-limit' as is_screened, extract(epoch from e.at - q.submitted_at) * 1000 as ms
    from question q join lateral (
      select at, move from question_event where question_id = q.id
        and move in ('approve', 'reject', 'set-status', 'screening-limit') order by id limit 1) e on true
    where ${recent(sql, counted.period)} and ${of(sql, counted.athleteId)}`
  return sql<ScreenedRow[]>`
    select day, count(*) filter (where is_screened)::int as screened,
      count(*) filter (where not is_screened)::int as unscreened,
      round(percentile_cont(0.5) within group (order by ms) filter (where is_screened))::float8 as "screenMs"
    from ${stepped(sql, counted, rows)} group by grouping sets ((day), ())`
}

type AnsweredRow = Pick<Happened, 'inTime' | 'late' | 'missed' | 'answerMs'> & { day: string | null }

/** Counts answers by the moment their last byte arrived, which decides (D3), and questions that ended without one. */
function answeredIn(sql: Queryable, counted: Counted): Promise<readonly AnsweredRow[]> {
  const rows = sql`
    select coalesce(m.received_at, a.delivered_at) as at, true as is_answered,
      coalesce(m.received_at, a.delivered_at) > q.due_at as is_late,
      extract(epoch from coalesce(m.received_at, a.delivered_at) - q.approved_at) * 1000 as ms
    from question q join answer a on a.question_id = q.id join media m on m.id = a.media_id
    where a.state = 'delivered' and not a.gift and ${recent(sql, counted.period)} and ${of(sql, counted.athleteId)}
    union all
    select q.settled_at, false, false, null from question q
    where q.reason = 'no-answer' and ${recent(sql, counted.period)} and ${of(sql, counted.athleteId)}`
  return sql<AnsweredRow[]>`
    select day, count(*) filter (where is_answered and not coalesce(is_late, false))::int as "inTime",
      count(*) filter (where is_answered and is_late)::int as late,
      count(*) filter (where not is_answered)::int as missed,
      round(percentile_cont(0.5) within group (order by ms) filter (where is_answered))::float8 as "answerMs"
    from ${stepped(sql, counted, rows)} group by grouping sets ((day), ())`
}

/** Counts the ratings of a period by stars. */
export async function countStars(sql: Queryable, { period, athleteId }: Counted): Promise<Stars> {
  const rows = await sql<{ stars: number; count: number }[]>`
    select r.stars, count(*)::int as count from rating r
    where r.created_at >= ${period.from} and r.created_at < ${period.to}
      and ${athleteId === null ? sql`true` : sql`r.athlete_id = ${athleteId}`} group by 1`
  const counts: Stars = [0, 0, 0, 0, 0]
  for (const { stars, count } of rows) counts[stars - 1] = count
  return counts
}

/** Counts the views of an athlete's profile, by the first day of each step. */
export async function countViews(sql: Queryable, counted: Counted): Promise<ReadonlyMap<string, number>> {
  const rows = sql`
    select day::timestamp at time zone 'UTC' as at, views from profile_view where athlete_id = ${counted.athleteId}`
  const found = await sql<{ day: string; views: number }[]>`
    select day, sum(views)::int as views from ${stepped(sql, counted, rows)} group by day`
  return new Map(found.map(({ day, views }) => [day, views]))
}
