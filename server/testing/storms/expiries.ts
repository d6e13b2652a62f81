import { assemble } from '../../app/open-context.ts'
import { startJobs } from '../../app/start-jobs.ts'
import type { Context } from '../../context.ts'
import { openSql } from '../../db/sql.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { ensureIntent, openHold, refreshHold } from '../../payment/hold.ts'
import { transact } from '../../transact.ts'
import { openWorld, type World } from '../world.ts'
import { inTurns } from './in-turns.ts'

/** How many questions expire in the same second, and how many of them have a card hold to release. */
export type Expiries = { questions: number; paid: number }

export type ExpiriesRan = {
  /** How many questions expired before they were due. */
  early: number
  expired: number
  /** Everything that was not done exactly once; empty if the promise was kept. */
  wrong: readonly object[]
  ms: number
}

const FANS = 50
const PRICE_CENTS = 1_500
const CARD = { number: '4242424242424242', exp: '12/40', cvc: '123' }

/** L3 M4: expires questions due in one second on two workers, each exactly once, with every hold released. */
export async function expireAtOnce({ questions, paid }: Expiries): Promise<ExpiriesRan> {
  const world = await openWorld()
  const otherSql = openSql({ ...world.database.url, max: 6 })
  const other = await assemble(
    { env: world.context.env, background: false, log: world.context.log },
    otherSql,
  )
  await startJobs(other)
  try {
    const ids = await insertQuestions(world, { questions, paid })
    await inTurns(ids.slice(0, paid), 6, (id) => holdCard(world.context, id))
    await orderDeadlines(world.context, ids)
    await world.quiesce()
    await world.advance((await msUntilDue(world)) - 600_000)
    await runBoth(world, other)
    const early = await countExpired(world)
    await world.advance((await msUntilDue(world)) + 1_000)
    const started = performance.now()
    await runBoth(world, other)
    const ms = Math.round(performance.now() - started)
    return { early, expired: await countExpired(world), wrong: await wrongEnds(world), ms }
  } finally {
    await other.jobs.stop()
    await otherSql.end({ timeout: 1 })
    await world.end()
  }
}

async function msUntilDue({ database }: World): Promise<number> {
  const [row] = await database.sql<{ ms: number }[]>`
    select ceil(extract(epoch from max(due_at) - app_now()) * 1000)::int as ms from question`
  return Math.max(0, row?.ms ?? 0)
}

/** Runs both workers until neither finds anything to do, webhooks of the released cards included. */
async function runBoth(world: World, other: Context): Promise<void> {
  await Promise.all([world.context.jobs.runDue(), other.jobs.runDue()])
  await world.context.payments.standIn?.settled()
  await other.payments.standIn?.settled()
  await world.quiesce()
}

/** Inserts the questions as they are after approval, all due at the same moment. */
async function insertQuestions(world: World, { questions, paid }: Expiries): Promise<string[]> {
  const athlete = await world.makePerson({ role: 'creator', priceCents: PRICE_CENTS })
  const { sql } = world.database
  await sql`
    insert into person (id, role, first_name, last_name, email)
    select gen_random_uuid(), 'basic', 'Fan', n::text, 'fan' || n || '@storm.test' from generate_series(1, ${FANS}) n`
  await sql`
    insert into conversation (id, fan_id, athlete_id)
    select gen_random_uuid(), id, ${athlete.id} from person where email like '%@storm.test'`
  const rows = await sql<{ id: string }[]>`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, status,
      submitted_at, screening_ends_at, approved_at, due_at)
    select gen_random_uuid(), c.id, c.fan_id, c.athlete_id, jsonb_build_object('firstName', 'Kim', 'lastName', 'Lee', 'email',
        'kim@storm.test'), 'Storm ' || n, 'text', 'T', case when n <= ${paid} then ${PRICE_CENTS}::int else 0 end, 'approved',
      app_now(), app_now() + interval '48 hours', app_now(), app_now() + interval '72 hours'
    from generate_series(1, ${questions}) n
    join (select *, row_number() over (order by id) as nth from conversation) c on c.nth = 1 + n % ${FANS}
    order by n returning id`
  return rows.map(({ id }) => id)
}

async function holdCard(context: Context, askId: string): Promise<void> {
  const order = { askId, principal: 'guest:storm', amountCents: PRICE_CENTS }
  const holdId = await transact(context, (inside) => openHold(inside, order))
  const intent = await ensureIntent(context, holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  const body = JSON.stringify({ clientSecret: intent.value.clientSecret, card: CARD })
  const headers = { 'content-type': 'application/json' }
  await context.payments.standIn?.browser.request('/confirm', { method: 'POST', headers, body })
  await refreshHold(context, holdId)
}

const orderDeadlines = (context: Context, ids: string[]) =>
  transact(context, async (inside) => {
    const [due] = await inside.tx<{ at: Date }[]>`select max(due_at) as at from question`
    for (const questionId of ids)
      await enqueue(inside, 'question.deadline', { data: { questionId }, ...(due && { startAfter: due.at }) })
  })

async function countExpired({ database }: World): Promise<number> {
  const [row] = await database.sql<
    { count: number }[]
  >`select count(*)::int from question_event where move = 'expire'`
  return row?.count ?? 0
}

/** Finds questions whose status, moves, mails, hold, operation or card differ from what one expiry produces. */
const wrongEnds = ({ database }: World) => database.sql`
  select q.id, q.status, q.reason, q.hold_state, e.moves, m.to_fan, m.to_athlete, h.releases, h.cards
  from question q
  cross join lateral (select array_agg(move) as moves from question_event where question_id = q.id) e
  cross join lateral (select count(*) filter (where kind = 'question-expired')::int as to_fan,
    count(*) filter (where kind = 'request-expired')::int as to_athlete from mail where question_id = q.id) m
  cross join lateral (select count(o.id)::int as releases, array_agg(distinct i.body ->> 'status') as cards from hold
    join money_operation o on o.subject_id = hold.id and o.kind = 'release' and o.state = 'done'
    join stand_in.object i on i.id = hold.payment_intent_id where hold.ask_id = q.id) h
  where q.status <> 'athlete rejected' or q.reason <> 'no-answer' or e.moves <> '{expire}' or m.to_fan <> 1 or m.to_athlete <> 1
    or (q.amount_cents > 0 and (q.hold_state, h.releases, h.cards) is distinct from ('released', 1, '{canceled}'))
  limit 10`
