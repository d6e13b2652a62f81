import {
  type BooksAnswer,
  type BooksAthlete,
  FLOWS,
  type Flow,
  type Flows,
  type Standings,
} from '../../../sync/desk/books.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { inSnapshot } from '../../db/transaction.ts'
import { ACCOUNT_OF, parts } from './parts.ts'
import type { Period } from './period.ts'

/** The most athletes that a screen shows; the CSV of the year lists all. */
const MOST_ATHLETES = 500

/**
 * Reads the figures of a period in one snapshot: in all, by athlete, by day, and the standing figures before and
 * after it.
 */
export async function readBooks({ sql, clock }: Context, period: Period): Promise<BooksAnswer> {
  const now = (await clock.now()).getTime()
  return { ...(await inSnapshot(sql, (tx) => booksIn(tx, period))), now }
}

/** Reads the same figures with the caller's connection or transaction. */
export async function booksIn(sql: Queryable, period: Period): Promise<Omit<BooksAnswer, 'now'>> {
  const athletes = await athletesOf(sql, period)
  const held = athletes.reduce((sum, { heldCents }) => sum + heldCents, 0)
  const [on] = await sql<
    { count: number }[]
  >`select count(*)::int as count from question q where ${isHeld(sql)}`
  return {
    flows: await flowsOf(sql, period),
    before: await standingsAt(sql, period.from),
    after: await standingsAt(sql, period.to),
    held: { cents: held, count: on?.count ?? 0 },
    athletes: athletes.slice(0, MOST_ATHLETES),
    moreAthletes: athletes.length > MOST_ATHLETES,
    days: await daysOf(sql, period),
  }
}

/** Returns the sum of every flow in a period, in cents. */
async function flowsOf(sql: Queryable, { from, to }: Period): Promise<Flows> {
  const rows = await sql<{ figure: Flow; cents: number }[]>`
    select figure, sum(cents)::bigint as cents from ${parts(sql)}
    where at >= ${from} and at < ${to} and figure = any(${[...FLOWS]}) group by figure`
  return recordOf(FLOWS, new Map(rows.map(({ figure, cents }) => [figure, cents])))
}

/** Returns the standing figures just before a moment, in cents. */
export async function standingsAt(sql: Queryable, to: Date): Promise<Standings> {
  const rows = await sql<{ account: string; cents: number }[]>`
    select e.account, sum(e.amount_cents)::bigint as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.at < ${to} and e.account = any(${Object.values(ACCOUNT_OF)}) group by e.account`
  const sums = new Map(rows.map(({ account, cents }) => [account, cents]))
  const of = (standing: keyof typeof ACCOUNT_OF) => sums.get(ACCOUNT_OF[standing]) ?? 0
  // the books hold what we owe as credits, so the sign is reversed
  return {
    owed: -of('owed') || 0,
    onItsWay: -of('onItsWay') || 0,
    inDispute: of('inDispute'),
    balance: of('balance'),
  }
}

type Moved = { athleteId: string | null; figure: Flow; cents: number }
type Known = Omit<BooksAthlete, 'id' | 'flows'> & { id: string }

/**
 * Returns every athlete with a flow in the period, a balance or an unpaid payout at its end, or a hold now, the
 * highest earnings first.
 */
export async function athletesOf(sql: Queryable, { from, to }: Period): Promise<BooksAthlete[]> {
  const moved = await sql<Moved[]>`
    select "athleteId", figure, sum(cents)::bigint as cents from ${parts(sql)}
    where at >= ${from} and at < ${to} and figure = any(${[...FLOWS]}) group by 1, 2`
  const byAthlete = Map.groupBy(moved, ({ athleteId }) => athleteId)
  const known = await sql<Known[]>`
    select p.id, p.username, p.first_name || ' ' || p.last_name as name, coalesce(owed.cents, 0)::bigint as "owedCents",
      coalesce(owed."onItsWay", 0)::bigint as "onItsWayCents", coalesce(held.cents, 0)::bigint as "heldCents"
    from person p
    left join ${owedUntil(sql, to)} owed on owed.person_id = p.id
    left join (select q.athlete_id, sum(q.amount_cents) as cents from question q where ${isHeld(sql)} group by 1) held on held.athlete_id = p.id
    where owed.cents <> 0 or owed."onItsWay" <> 0 or held.cents > 0 or p.id = any(${[...byAthlete.keys()].filter((id) => id !== null)})`
  const nobody = {
    id: null,
    username: null,
    name: 'No athlete',
    owedCents: 0,
    onItsWayCents: 0,
    heldCents: 0,
  }
  const rows = [...known, ...(byAthlete.has(null) ? [nobody] : [])].map((person) => ({
    ...person,
    flows: recordOf(FLOWS, new Map(byAthlete.get(person.id)?.map(({ figure, cents }) => [figure, cents]))),
  }))
  return rows.sort((a, b) => b.flows.earned - a.flows.earned || a.name.localeCompare(b.name))
}

/** Returns what every athlete was owed before a moment, ordered payouts included, in cents. */
export async function owedBefore(sql: Queryable, moment: Date): Promise<Map<string, number>> {
  const rows = await sql<Owed[]>`select person_id as "personId", cents from ${owedUntil(sql, moment)} owed`
  return new Map(rows.map(({ personId, cents }) => [personId, cents]))
}

type Owed = { personId: string; cents: number }

/** What every athlete was owed before a moment, and what of it was ordered and not paid: a table. */
const owedUntil = (sql: Queryable, moment: Date) => sql`
  (select e.person_id, -sum(e.amount_cents)::bigint as cents,
    -sum(e.amount_cents) filter (where e.account = ${ACCOUNT_OF.onItsWay}) as "onItsWay"
  from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
  where e.account in (${ACCOUNT_OF.owed}, ${ACCOUNT_OF.onItsWay}) and t.at < ${moment} group by 1)`

/** Whether a question `q` still has money held on a card. */
const isHeld = (sql: Queryable) => sql`q.hold_state in ('held', 'capturing', 'releasing')`

async function daysOf(sql: Queryable, { from, to }: Period): Promise<BooksAnswer['days']> {
  const rows = await sql<{ day: string; figure: Flow; cents: number }[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, figure, sum(cents)::bigint as cents from ${parts(sql)}
    where at >= ${from} and at < ${to} and figure = any(${[...FLOWS]}) group by 1, 2 order by 1`
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, moved]) => ({
    day,
    flows: recordOf(FLOWS, new Map(moved.map(({ figure, cents }) => [figure, cents]))),
  }))
}

function recordOf<K extends string>(keys: readonly K[], sums: ReadonlyMap<K, number>): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, sums.get(key) ?? 0])) as Record<K, number>
}
