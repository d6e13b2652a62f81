import type { Flow } from '../../sync/desk/books.ts'
import {
  type DeskFigures,
  type DeskFiguresAnswer,
  type Happened,
  LOOKED_BACK,
  type Moved,
  type MyFigures,
  type MyFiguresAnswer,
} from '../../sync/desk/figures.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { parts } from '../payment/books/parts.ts'
import { dayOf, daysOf, type Period } from '../payment/books/period.ts'
import { type Counted, countHappened, countStars, countViews, nothing } from './count-happened.ts'
import { daysOfSteps, stepColumn, stepFor } from './steps.ts'

/** Returns the figures of a period for the desk, with money for callers who may see it. */
export async function readFigures(
  { sql, clock }: Context,
  caller: Caller,
  period: Period,
): Promise<Omit<DeskFiguresAnswer, 'digest'>> {
  const counted = { period, step: stepFor(period), athleteId: null }
  const [happened, money, stars] = await Promise.all([
    countHappened(sql, counted),
    can(caller, 'see-money') ? sumMoved(sql, counted) : null,
    countStars(sql, counted),
  ])
  const figures = (of: Happened, day: string | null): DeskFigures => ({
    ...of,
    money: money && movedIn(money, day),
  })
  return {
    step: counted.step,
    steps: daysOfSteps(period, counted.step).map((day) => ({
      ...figures(happened.bySteps.get(day) ?? nothing(), day),
      day,
    })),
    whole: figures(happened.whole, null),
    stars,
    now: (await clock.now()).getTime(),
  }
}

/** Returns an athlete's own figures for a number of days up to today, in UTC. */
export async function readMyFigures(
  { sql, clock }: Context,
  athleteId: string,
  of: keyof typeof LOOKED_BACK,
): Promise<MyFiguresAnswer> {
  const now = (await clock.now()).getTime()
  const period = daysOf({
    from: dayOf(new Date(now - (LOOKED_BACK[of] - 1) * DAY_MS)),
    until: dayOf(new Date(now)),
  })
  const counted = { period, step: stepFor(period), athleteId }
  const [happened, money, stars, views] = await Promise.all([
    countHappened(sql, counted),
    sumMoved(sql, counted),
    countStars(sql, counted),
    countViews(sql, counted),
  ])
  const viewsOf = (day: string | null) =>
    day === null ? [...views.values()].reduce((sum, each) => sum + each, 0) : (views.get(day) ?? 0)
  const figures = ({ asked, inTime, late, missed, answerMs }: Happened, day: string | null): MyFigures => ({
    asked,
    inTime,
    late,
    missed,
    answerMs,
    earned: sumOf(money, day, ['earned']),
    views: viewsOf(day),
  })
  return {
    step: counted.step,
    steps: daysOfSteps(period, counted.step).map((day) => ({
      ...figures(happened.bySteps.get(day) ?? nothing(), day),
      day,
    })),
    whole: figures(happened.whole, null),
    stars,
    now,
  }
}

type MovedRow = { day: string; figure: Flow; cents: number }
const SUMMED: readonly Flow[] = [
  'captured',
  'tips',
  'refunds',
  'refundsByHand',
  'disputes',
  'share',
  'fees',
  'earned',
]

/** Sums the ledger for each step. */
function sumMoved(sql: Queryable, counted: Counted): Promise<readonly MovedRow[]> {
  const { period, athleteId } = counted
  return sql<MovedRow[]>`
    select ${stepColumn(sql, counted)} as day, figure, sum(cents)::bigint as cents from ${parts(sql)}
    where at >= ${period.from} and at < ${period.to} and figure = any(${[...SUMMED]})
      and ${athleteId === null ? sql`true` : sql`"athleteId" = ${athleteId}`}
    group by 1, 2`
}

function movedIn(rows: readonly MovedRow[], day: string | null): Moved {
  return {
    cameIn: sumOf(rows, day, ['captured', 'tips']),
    wentBack: sumOf(rows, day, ['refunds', 'refundsByHand', 'disputes']),
    share: sumOf(rows, day, ['share']),
    fees: sumOf(rows, day, ['fees']),
  }
}

/** Sums the cents of some figures, in one step or in all. */
function sumOf(rows: readonly MovedRow[], day: string | null, figures: readonly Flow[]): number {
  return rows
    .filter((row) => (day === null || row.day === day) && figures.includes(row.figure))
    .reduce((sum, { cents }) => sum + cents, 0)
}
