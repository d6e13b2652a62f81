import type { Sql } from '../../db/sql.ts'
import type { Draw } from '../workloads/random.ts'
import type { Ground, Step } from './ground.ts'

type Job = { name: string; data: object }

/**
 * Orders `count` jobs again, drawn from those that ran lately or still wait. The sweeps are left out, because they
 * come by themselves. Returns how many jobs it ordered.
 */
export async function runAgain({ sql, order }: Ground, draw: Draw, count: number): Promise<number> {
  const jobs = await jobsToRepeat(sql)
  if (jobs.length === 0) return 0
  for (let left = count; left > 0; left--) {
    const { name, data } = draw.pick(jobs)
    await order(name, data)
  }
  return count
}

function jobsToRepeat(sql: Sql): Promise<Job[]> {
  return sql<Job[]>`
    select name, data from boss.job where name not like 'sweep%' and name <> 'dead' order by created_on desc, name limit 40`
}

/** Makes both servers run a sweep at the same moment, as happens when one of them had only seemed to be gone. */
export async function sweepTwice(
  { order, run }: Ground,
  sweep: Extract<Step, { do: 'sweep twice' }>['sweep'],
): Promise<void> {
  await order(sweep, {})
  await order(sweep, {})
  await Promise.all([run(0), run(1)])
}
