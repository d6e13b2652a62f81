import { ACTS, type AuditAnswer, type AuditCall, type AuditRow } from '../../sync/desk/audit.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { firstOf } from '../db/pages.ts'
import type { Sql } from '../db/sql.ts'
import { thingsById } from './found/name-things.ts'

const PAGE = 100

type Row = Omit<AuditRow, 'id' | 'at' | 'about'> & { id: string; at: Date }

/**
 * Returns the team's actions, newest first, with the names of the admin and the subject; narrowed by the call's
 * filters.
 */
export async function listActs(
  { sql }: Context,
  caller: Caller,
  { subject, by = null, kind = null, from = null, until = null, after }: AuditCall,
): Promise<AuditAnswer> {
  const rows = await sql<Row[]>`
    select a.id::text, a.at, p.first_name || ' ' || p.last_name as admin, a.act, a.subject, a.detail,
      coalesce(d.reason, s.reason, case a.act when 'payouts.hold' then h.reason else h.resume_reason end) as reason
    from audit a join person p on p.id = a.admin_id
    left join dropped_trouble d on a.act = 'trouble.drop' and d.id::text = a.subject
    left join payout_hold h on a.act in ('payouts.hold', 'payouts.resume') and h.id::text = a.detail ->> 'hold'
    left join payout_setback s on a.act in ('payout.fail', 'payout.return') and s.id::text = a.detail ->> 'setback'
    where true ${subject === null ? sql`` : sql`and a.subject = ${subject}`} ${by === null ? sql`` : sql`and a.admin_id = ${by}`}
      ${kind === null ? sql`` : sql`and a.act = any(${[...ACTS[kind]]})`}
      ${from === null ? sql`` : sql`and a.at >= ${new Date(from)}`} ${until === null ? sql`` : sql`and a.at < ${new Date(until)}`}
      ${after === null ? sql`` : sql`and a.id < ${after}`}
    order by a.id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  const things = await thingsById(
    sql,
    caller,
    shown.map((row) => row.subject),
  )
  return {
    acts: shown.map((row) => ({
      ...row,
      id: Number(row.id),
      at: row.at.getTime(),
      about: (row.subject && things.get(row.subject)) || null,
    })),
    more,
    people: await whoActed(sql),
  }
}

/**
 * Returns everybody who ever acted, by one index step per person, so that the number of their actions does not
 * matter.
 */
async function whoActed(sql: Sql): Promise<AuditAnswer['people']> {
  const people = await sql<AuditAnswer['people']>`
    with recursive who as (
      (select admin_id from audit order by admin_id limit 1)
      union all select (select a.admin_id from audit a where a.admin_id > who.admin_id order by a.admin_id limit 1)
      from who where who.admin_id is not null)
    select p.id, p.first_name || ' ' || p.last_name as name from who join person p on p.id = who.admin_id
    order by name, p.id`
  return [...people]
}
