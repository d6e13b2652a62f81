import type { AuditAnswer, AuditRow, auditCall } from '../../sync/desk/lists.ts'
import type { Infer } from '../../sync/shape.ts'
import type { Context } from '../context.ts'

const PAGE = 100

type Row = Omit<AuditRow, 'id' | 'at'> & { id: string; at: Date }

/** What admins did, newest first; of one subject where it is named. */
export async function listActs(
  { sql }: Context,
  { subject, after }: Infer<typeof auditCall>,
): Promise<AuditAnswer> {
  const rows = await sql<Row[]>`
    select a.id::text, a.at, p.first_name || ' ' || p.last_name as admin, a.act, a.subject, a.detail
    from audit a join person p on p.id = a.admin_id
    where true ${subject === null ? sql`` : sql`and a.subject = ${subject}`} ${after === null ? sql`` : sql`and a.id < ${after}`}
    order by a.id desc limit ${PAGE + 1}`
  return {
    acts: rows.slice(0, PAGE).map((row) => ({ ...row, id: Number(row.id), at: row.at.getTime() })),
    more: rows.length > PAGE,
  }
}
