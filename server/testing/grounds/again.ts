import type { Sql } from '../../db/sql.ts'
import type { Draw } from '../schedules/draw.ts'

export type Job = { name: string; data: object }

/** Jobs that ran lately or still wait, some of them to be ordered once more; the sweeps come by themselves. */
export async function jobsToRepeat(sql: Sql, draw: Draw, count: number): Promise<Job[]> {
  const jobs = await sql<Job[]>`
    select name, data from boss.job where name not like 'sweep%' and name <> 'dead' order by created_on desc, name limit 40`
  return jobs.length === 0 ? [] : Array.from({ length: count }, () => draw.pick(jobs))
}
