import type { AskerHistory, SameText, TeamNote } from '../../../sync/desk/screening.ts'
import { SAME_TEXT_MS } from '../../../sync/limits.ts'
import type { Sql } from '../../db/sql.ts'
import { REPEATED_FROM_CHARACTERS } from '../../question/screening/tell-desk.ts'

/** Additional information for screening a request: the team's notes, the asker's history, and who asked the same. */
export type Beside = { notes: TeamNote[]; history: AskerHistory; sameText: SameText | null }

/** Returns the additional information for one request; `sameText` is null where no other request has its text. */
export async function besideRequest(sql: Sql, id: string, now: number): Promise<Beside> {
  const [notes, history, sameText] = await Promise.all([
    notesOn(sql, id),
    historyOf(sql, id),
    sameTextAs(sql, id, now),
  ])
  return { notes, history, sameText }
}

async function notesOn(sql: Sql, id: string): Promise<TeamNote[]> {
  const notes = await sql<(Omit<TeamNote, 'at'> & { at: Date })[]>`
    select n.id, p.first_name || ' ' || p.last_name as by, n.at, n.text
    from request_note n join person p on p.id = n.written_by where n.question_id = ${id} order by n.at, n.id`
  return notes.map((note) => ({ ...note, at: note.at.getTime() }))
}

/** Counts all stored requests of the asker. */
async function historyOf(sql: Sql, id: string): Promise<AskerHistory> {
  const [history] = await sql<AskerHistory[]>`
    select p.auth_id is not null as "isAccount", count(*)::int as asked,
      count(*) filter (where q.approved_at is not null)::int as approved,
      count(*) filter (where q.status = 'rejected' and q.reason in ('admin-note', 'closed-by-team'))::int as declined,
      count(*) filter (where exists (select from refund r
        where r.question_id = q.id and (r.state in ('ordered', 'pending', 'done') or r.by_hand_at is not null)))::int as refunded,
      count(*) filter (where exists (select from dispute d where d.question_id = q.id))::int as disputed
    from question it join person p on p.id = it.fan_id join question q on q.fan_id = it.fan_id
    where it.id = ${id} group by p.auth_id`
  return history ?? { isAccount: false, asked: 0, approved: 0, declined: 0, refunded: 0, disputed: 0 }
}

const SHOWN = 5
type Other = Omit<SameText['others'][number], 'submittedAt'> & { submittedAt: Date; count: number }

/** Finds requests with the same text, ignoring case, with the index for repeated texts. */
async function sameTextAs(sql: Sql, id: string, now: number): Promise<SameText | null> {
  const others = await sql<Other[]>`
    select q.id, q.asker ->> 'firstName' || ' ' || (q.asker ->> 'lastName') as requester, p.username as receiver, q.status,
      q.submitted_at as "submittedAt", count(*) over ()::int as count
    from question it join question q on q.kind = 'text' and md5(lower(q.text)) = md5(lower(it.text)) and q.id <> it.id
    join person p on p.id = q.athlete_id
    where it.id = ${id} and it.kind = 'text' and char_length(it.text) >= ${REPEATED_FROM_CHARACTERS} and q.submitted_at > ${new Date(now - SAME_TEXT_MS)}
    order by q.submitted_at desc, q.id limit ${SHOWN}`
  const [first] = others
  if (!first) return null
  return {
    count: first.count + 1,
    others: others.map(({ count: _, ...other }) => ({ ...other, submittedAt: other.submittedAt.getTime() })),
  }
}
