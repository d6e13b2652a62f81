import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskFigures } from '../../sync/desk/figures.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../sync/question/status.ts'
import type { Caller } from '../../sync/roles.ts'
import { countView } from '../athlete/count-view.ts'
import { databaseClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { daysOf } from '../payment/books/period.ts'
import { advanceClock, setClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { readFigures, readMyFigures } from './read-figures.ts'
import { daysOfSteps, stepFor } from './steps.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2027, 0, 1)
const OWNER = { role: 'admin', personId: null } as Caller
const ATHLETES: readonly [string, string] = [crypto.randomUUID(), crypto.randomUUID()]

/** A question as the test made it; the expected figures are computed only from these. */
type Made = {
  id: string
  athleteId: string
  status: QuestionStatus
  askedAt: number
  screenedAt: number | null
  move: 'approve' | 'reject' | 'set-status' | 'screening-limit' | null
  dueAt: number | null
  arrivedAt: number | null
  missedAt: number | null
  isGift: boolean
  stars: number | null
  paidCents: number
  backCents: number
}

/** 120 questions over 100 days, of every kind, derived from their number. */
const MADE: readonly Made[] = Array.from({ length: 120 }, (_, n) => {
  const askedAt = START + n * 20 * HOUR + (n % 7) * 11 * 60_000
  const kind = n % 8
  const screenedAt = kind === 0 ? null : askedAt + (1 + ((n * 7) % 40)) * HOUR
  const approvedAt = kind >= 3 ? screenedAt : null
  const dueAt = approvedAt === null ? null : approvedAt + 72 * HOUR
  const arrivedAt = approvedAt !== null && kind !== 4 ? approvedAt + (1 + ((n * 13) % 90)) * HOUR : null
  const isPaid = arrivedAt !== null && kind !== 7 && n % 3 !== 0
  return {
    id: crypto.randomUUID(),
    athleteId: ATHLETES[n % 2 === 0 ? 0 : 1],
    status:
      (
        [
          'new',
          'rejected',
          'rejected',
          'completed',
          'athlete rejected',
          'completed',
          'completed',
          'athlete rejected',
        ] as const
      )[kind] ?? 'new',
    askedAt,
    screenedAt,
    move:
      (
        [null, 'reject', 'screening-limit', 'approve', 'approve', 'set-status', 'approve', 'approve'] as const
      )[kind] ?? null,
    dueAt,
    arrivedAt,
    missedAt:
      kind === 4 && approvedAt !== null
        ? approvedAt + 96 * HOUR
        : kind === 7
          ? (approvedAt ?? 0) + 72 * HOUR
          : null,
    isGift: kind === 7,
    stars: kind === 3 || kind === 5 ? 1 + (n % 5) : null,
    paidCents: isPaid ? 1_000 + n * 10 : 0,
    backCents: isPaid && n % 4 === 1 ? 400 : 0,
  }
})

let db: TestDatabase
let context: Context

beforeAll(async () => {
  db = await testDatabase()
  context = { sql: db.sql, clock: databaseClock(db.sql) } as unknown as Context
  const fan = crypto.randomUUID()
  for (const [id, role] of [
    [fan, 'basic'],
    [ATHLETES[0], 'creator'],
    [ATHLETES[1], 'creator'],
  ] as const)
    await db.sql`insert into person (id, role, first_name, last_name, email) values (${id}, ${role}, 'A', 'B', ${`${id}@t.test`})`
  const talks = await Promise.all(
    ATHLETES.map(async (athlete) => {
      const id = crypto.randomUUID()
      await db.sql`insert into conversation (id, fan_id, athlete_id) values (${id}, ${fan}, ${athlete})`
      return [athlete, id] as const
    }),
  )
  await Promise.all(MADE.map((made) => insert(made, fan, new Map(talks).get(made.athleteId) ?? '')))
}, 60_000)
afterAll(() => db.drop())

const at = (moment: number | null) => (moment === null ? null : new Date(moment))

async function insert(made: Made, fan: string, talk: string): Promise<void> {
  const { sql } = db
  const { id, athleteId, askedAt, screenedAt, dueAt, arrivedAt, missedAt } = made
  const approvedAt = dueAt === null ? null : screenedAt
  await sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, status, reason,
      submitted_at, screening_ends_at, approved_at, due_at, settled_at)
    values (${id}, ${talk}, ${fan}, ${athleteId}, '{}', 'S', 'text', 'T', ${made.paidCents}, ${made.status},
      ${missedAt === null ? null : 'no-answer'}, ${at(askedAt)}, ${at(askedAt + 2 * DAY)}, ${at(approvedAt)}, ${at(dueAt)}, ${at(missedAt)})`
  if (made.move)
    await sql`
      insert into question_event (question_id, at, move, actor) values (${id}, ${at(askedAt)}, 'ask', 'x'),
        (${id}, ${at(screenedAt)}, ${made.move}, 'x'), (${id}, ${at((screenedAt ?? 0) + HOUR)}, 'set-status', 'x')`
  if (arrivedAt === null) return
  const [media, answer] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`
    insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256,
      declared_duration_ms, received_at)
    values (${media}, 'person:1', 'answer', 'recorded', 'stored', 'video/mp4', 1, 'x', 1, ${at(arrivedAt)})`
  await sql`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, state, duration_ms, recorded_at,
      submitted_at, delivered_at, gift)
    values (${answer}, ${id}, ${talk}, ${athleteId}, ${fan}, ${media}, 'delivered', 1, ${at(arrivedAt)}, ${at(arrivedAt)},
      ${at(arrivedAt + HOUR)}, ${made.isGift})`
  if (made.stars !== null)
    await sql`
      insert into rating (id, answer_id, question_id, athlete_id, stars, created_at)
      values (${crypto.randomUUID()}, ${answer}, ${id}, ${athleteId}, ${made.stars}, ${at(arrivedAt + 2 * HOUR)})`
  if (made.paidCents > 0) await bookPaid(made, arrivedAt)
}

/** Books an answer of which the athlete is owed 80 %, when it arrived, and its refund a day later. */
function bookPaid({ id, athleteId, paidCents, backCents }: Made, arrivedAt: number): Promise<void> {
  const fee = 50
  return db.sql.begin(async (tx) => {
    const post = async (kind: string, moment: number, lines: [string, string | null, number][]) => {
      const transaction = crypto.randomUUID()
      await tx`
        insert into ledger_transaction (id, kind, source, question_id, at)
        values (${transaction}, ${kind}, ${`${kind} ${id}`}, ${id}, ${at(moment)})`
      for (const [account, person, cents] of lines)
        await tx`
          insert into ledger_entry (transaction_id, account, person_id, amount_cents)
          values (${transaction}, ${account}, ${person}, ${cents})`
    }
    await post('capture', arrivedAt, [
      ['stripe_balance', null, paidCents],
      ['athlete_payable', athleteId, -(paidCents / 5) * 4],
      ['platform_revenue', null, -paidCents / 5],
      ['stripe_fees', null, fee],
      ['stripe_balance', null, -fee],
    ])
    if (backCents > 0)
      await post('refund', arrivedAt + DAY, [
        ['stripe_balance', null, -backCents],
        ['athlete_payable', athleteId, (backCents / 5) * 4],
        ['platform_revenue', null, backCents / 5],
      ])
  }) as Promise<void>
}

type Span = { from: number; to: number }
const within =
  ({ from, to }: Span) =>
  (moment: number | null) =>
    moment !== null && moment >= from && moment < to
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

/** Computes the figures of a period from the questions as they were made. */
function computed(span: Span) {
  const is = within(span)
  const asked = MADE.filter(({ askedAt }) => is(askedAt))
  const decided = MADE.filter(({ move, screenedAt }) => move !== null && is(screenedAt))
  const screened = decided.filter(({ move }) => move !== 'screening-limit')
  const answered = MADE.filter(({ arrivedAt, isGift }) => !isGift && is(arrivedAt))
  const late = answered.filter(({ arrivedAt, dueAt }) => (arrivedAt ?? 0) > (dueAt ?? 0))
  const paid = MADE.filter(({ paidCents, arrivedAt }) => paidCents > 0 && is(arrivedAt))
  const back = MADE.filter(({ backCents, arrivedAt }) => backCents > 0 && is((arrivedAt ?? 0) + DAY))
  const [cameIn, wentBack] = [
    sum(paid.map(({ paidCents }) => paidCents)),
    sum(back.map(({ backCents }) => backCents)),
  ]
  return {
    asked: Object.fromEntries(
      QUESTION_STATUSES.map((status) => [status, asked.filter((made) => made.status === status).length]),
    ),
    screened: screened.length,
    unscreened: decided.length - screened.length,
    screenMs: median(screened.map(({ askedAt, screenedAt }) => (screenedAt ?? 0) - askedAt)),
    inTime: answered.length - late.length,
    late: late.length,
    missed: MADE.filter(({ missedAt }) => is(missedAt)).length,
    answerMs: median(answered.map(({ arrivedAt, screenedAt }) => (arrivedAt ?? 0) - (screenedAt ?? 0))),
    money: {
      cameIn,
      wentBack: -wentBack || 0,
      share: (cameIn - wentBack) / 5,
      fees: -50 * paid.length || 0,
    },
  }
}

const dayAt = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Compares every step, and the whole, with the computed figures. */
function expectComputed(
  { steps, whole }: { steps: (DeskFigures & { day: string })[]; whole: DeskFigures },
  { from, until }: { from: string; until: string },
): void {
  const end = dayAt(until) + DAY
  for (const [index, { day, ...figures }] of steps.entries()) {
    const to = steps[index + 1] ? dayAt(steps[index + 1]?.day ?? '') : end
    expect(figures, day).toEqual(computed({ from: dayAt(day), to }))
  }
  expect(whole).toEqual(computed({ from: dayAt(from), to: end }))
}

test.each([
  ['day', '2027-01-05', '2027-02-20', 47],
  ['week', '2027-01-06', '2027-04-30', 17],
  ['month', '2026-11-15', '2027-11-14', 13],
  ['year', '2020-03-01', '2032-02-01', 13],
] as const)('a period of steps of a %s says what its rows come to', async (step, from, until, steps) => {
  const answer = await readFigures(context, OWNER, daysOf({ from, until }))
  expect([answer.step, answer.steps.length, answer.steps[0]?.day]).toEqual([step, steps, from])
  expectComputed(answer, { from, until })
  expect(answer.whole.late).toBeGreaterThan(0)
  expect(answer.whole.money?.wentBack).toBeLessThan(0)
  const stars = MADE.filter(
    (made) =>
      made.stars !== null &&
      within({ from: dayAt(from), to: dayAt(until) + DAY })((made.arrivedAt ?? 0) + 2 * HOUR),
  )
  expect(answer.stars).toEqual([1, 2, 3, 4, 5].map((n) => stars.filter((made) => made.stars === n).length))
})

test('an athlete is told how often their profile was looked at, day by day, and of no other one', async () => {
  const [own, other] = ATHLETES
  await db.sql`update person set listed = false where id = ${other}`
  await setClock(db.sql, new Date('2027-03-01T23:59:00Z'))
  for (const id of [own, own, other, crypto.randomUUID()]) await countView(context, id)
  await setClock(db.sql, new Date('2027-03-02T00:01:00Z'))
  await countView(context, own)
  const { steps, whole } = await readMyFigures(context, own, 'thirty-days')
  expect(steps.slice(-3).map(({ day, views }) => [day, views])).toEqual([
    ['2027-02-28', 0],
    ['2027-03-01', 2],
    ['2027-03-02', 1],
  ])
  expect(whole.views).toBe(3)
  expect((await readMyFigures(context, own, 'year')).whole.views).toBe(3)
  // An athlete who is not listed has no profile to view.
  expect((await readMyFigures(context, other, 'thirty-days')).whole.views).toBe(0)
})

test('one day, an empty period and one that ends before it begins have their figures too', async () => {
  const one = await readFigures(context, OWNER, daysOf({ from: '2027-01-09', until: '2027-01-09' }))
  expect(one.steps).toHaveLength(1)
  expectComputed(one, { from: '2027-01-09', until: '2027-01-09' })
  const empty = await readFigures(context, OWNER, daysOf({ from: '2025-01-01', until: '2025-01-31' }))
  expect(empty.steps).toHaveLength(31)
  expect([empty.whole.screenMs, empty.whole.answerMs, empty.stars]).toEqual([null, null, [0, 0, 0, 0, 0]])
  expectComputed(empty, { from: '2025-01-01', until: '2025-01-31' })
  expect(
    (await readFigures(context, OWNER, daysOf({ from: '2027-01-09', until: '2027-01-01' }))).steps,
  ).toEqual([])
})

test('weeks begin on Monday, and the first and the last step may be cut off', () => {
  const period = daysOf({ from: '2027-01-06', until: '2027-01-19' })
  expect(daysOfSteps(period, 'week')).toEqual(['2027-01-06', '2027-01-11', '2027-01-18'])
  expect(daysOfSteps(daysOf({ from: '2026-12-30', until: '2027-02-01' }), 'month')).toEqual([
    '2026-12-30',
    '2027-01-01',
    '2027-02-01',
  ])
  expect(
    [62, 63, 190, 191, 366, 3_700, 3_701].map((days) =>
      stepFor({ from: new Date(0), to: new Date(days * DAY) }),
    ),
  ).toEqual(['day', 'week', 'week', 'month', 'month', 'month', 'year'])
})

test('who may not see the money is told none, and everything else', async () => {
  const period = daysOf({ from: '2027-01-01', until: '2027-01-31' })
  const owner = await readFigures(context, OWNER, period)
  for (const role of ['screener', 'support'] as const) {
    const { steps, whole } = await readFigures(context, { ...OWNER, role }, period)
    expect([whole.money, ...steps.map(({ money }) => money)].every((money) => money === null)).toBe(true)
    expect({ ...whole, money: owner.whole.money }).toEqual(owner.whole)
  }
  expect((await readFigures(context, { ...OWNER, role: 'accountant' }, period)).whole.money).toEqual(
    owner.whole.money,
  )
})

test('an athlete is told of their own questions alone, from when they reached them', async () => {
  await setClock(db.sql, new Date('2027-03-15T18:00:00Z'))
  const [own] = ATHLETES
  const mine = MADE.filter(({ athleteId }) => athleteId === own)
  const { steps, whole, stars, step } = await readMyFigures(context, own, 'ninety-days')
  expect([step, steps[0]?.day]).toEqual(['week', '2026-12-16'])
  const is = within({ from: dayAt('2026-12-16'), to: dayAt('2027-03-16') })
  const asked = mine.filter(({ dueAt, screenedAt }) => dueAt !== null && is(screenedAt))
  expect(sum(Object.values(whole.asked))).toBe(asked.length)
  expect(whole.asked.new).toBe(0)
  expect(sum(steps.flatMap((each) => Object.values(each.asked)))).toBe(asked.length)
  const answered = mine.filter(({ arrivedAt, isGift }) => !isGift && is(arrivedAt))
  expect(whole.inTime + whole.late).toBe(answered.length)
  expect(whole.answerMs).toBe(
    median(answered.map(({ arrivedAt, screenedAt }) => (arrivedAt ?? 0) - (screenedAt ?? 0))),
  )
  expect(whole.missed).toBe(mine.filter(({ missedAt }) => is(missedAt)).length)
  const paid = mine.filter(({ paidCents, arrivedAt }) => paidCents > 0 && is(arrivedAt))
  const back = mine.filter(({ backCents, arrivedAt }) => backCents > 0 && is((arrivedAt ?? 0) + DAY))
  const earned =
    sum(paid.map(({ paidCents }) => (paidCents / 5) * 4)) -
    sum(back.map(({ backCents }) => (backCents / 5) * 4))
  expect(whole.earned).toBe(Math.round(earned))
  expect(sum(steps.map((each) => each.earned))).toBe(whole.earned)
  expect(sum(stars)).toBe(
    mine.filter(({ stars: given, arrivedAt }) => given !== null && is((arrivedAt ?? 0) + 2 * HOUR)).length,
  )
  await advanceClock(db.sql, DAY)
  expect((await readMyFigures(context, own, 'thirty-days')).steps.map(({ day }) => day).at(-1)).toBe(
    '2027-03-16',
  )
})
