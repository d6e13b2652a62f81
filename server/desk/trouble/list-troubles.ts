import type { SystemAnswer } from '../../../sync/desk/office.ts'
import type { Trouble } from '../../../sync/desk/troubles.ts'
import type { Caller } from '../../../sync/roles.ts'
import { firstOf } from '../../db/pages.ts'
import type { Sql } from '../../db/sql.ts'
import { listDead } from '../../jobs/dead-jobs.ts'
import { thingsById } from '../found/name-things.ts'

const MOST = 100

type Row = Omit<Trouble, 'since' | 'about'> & { since: Date; thingId: string | null }

/** Returns the troubles, the longest first, with what each holds up. What was settled otherwise is not listed. */
export async function listTroubles(
  sql: Sql,
  caller: Caller,
): Promise<Pick<SystemAnswer, 'troubles' | 'moreTroubles'>> {
  const rows = [...(await deadJobs(sql)), ...(await stuckRows(sql))].sort(
    (a, b) => a.since.getTime() - b.since.getTime(),
  )
  const { shown, more } = firstOf(rows, MOST)
  const things = await thingsById(
    sql,
    caller,
    shown.map(({ thingId }) => thingId),
  )
  const troubles = shown.map(({ thingId, since, ...row }) => ({
    ...row,
    since: since.getTime(),
    about: (thingId && things.get(thingId)) || null,
  }))
  return { troubles, moreTroubles: more }
}

const deadJobs = async (sql: Sql): Promise<Row[]> =>
  (await listDead(sql, MOST + 1)).map(({ queue, ...job }) => ({
    ...job,
    of: 'job',
    kind: queue,
    mayRetry: true,
    mayDrop: true,
  }))

const stuckRows = (sql: Sql) => sql<Row[]>`
  (select 'mail' as of, id::text, kind, tries, error, created_at as since, coalesce(question_id, person_id)::text as "thingId",
      true as "mayRetry", true as "mayDrop" from stuck_mail order by created_at limit ${MOST + 1})
  union all (select 'push', id::text, kind, tries, error, created_at, coalesce(question_id, person_id)::text, true, true
    from stuck_push order by created_at limit ${MOST + 1})
  union all (select 'money', id::text, kind, tries, error, created_at, subject_id::text, state = 'intended', state = 'failed'
    from stuck_money order by created_at limit ${MOST + 1})`
