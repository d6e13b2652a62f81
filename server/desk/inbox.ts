import { foldText } from '../../sync/athlete/directory-rule.ts'
import { INBOX_STATUSES, type Inbox, type inboxUpdate } from '../../sync/desk/inbox-update.ts'
import type { InboxAnswer, InboxItem, inboxCall } from '../../sync/desk/lists.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../context.ts'
import { comesAfter, escapeLike, firstOf } from '../db/pages.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'

const PAGE = 50

type On = Sql | Tx

/** The table of each kind of message, its column for notes, and the name it is found by. */
const TABLES: Record<Inbox, { table: string; notes: string; name: (sql: On) => ReturnType<Sql> }> = {
  feedback: { table: 'user_feedback', notes: 'admin_notes', name: (sql) => sql`p.username` },
  contact: { table: 'contact_form', notes: 'notes', name: (sql) => sql`f.first_name || ' ' || f.last_name` },
  application: {
    table: 'athlete_form',
    notes: 'notes',
    // an entry on the waitlist has only a handle
    name: (sql) => sql`concat_ws(' ', f.first_name, f.last_name, f.social_account)`,
  },
}

const NOTHING = {
  firstName: null,
  lastName: null,
  username: null,
  personId: null,
  email: null,
  subject: null,
  questionId: null,
  city: null,
  countryCode: null,
  socialPlatform: null,
  socialAccount: null,
  sport: null,
  position: null,
}
const COLUMNS: Record<Inbox, (sql: On) => ReturnType<Sql>> = {
  feedback: (sql) => sql`p.username, f.person_id as "personId"`,
  contact: (sql) => sql`
    f.first_name as "firstName", f.last_name as "lastName", f.email, f.subject, f.question_id as "questionId"`,
  application: (sql) => sql`
    f.first_name as "firstName", f.last_name as "lastName", f.email, f.city, f.country_code as "countryCode",
    f.social_platform as "socialPlatform", f.social_account as "socialAccount", f.sport, f.position`,
}

/**
 * Returns a page of messages to the team, newest first, by part of the name and status (S2-2.122, 2.129, 2.133;
 * S2-7.15, S2-7.16).
 */
export async function listInbox(
  { sql }: Context,
  { inbox, name, status, only = null, after }: Infer<typeof inboxCall>,
): Promise<InboxAnswer> {
  const { table, notes, name: nameOf } = TABLES[inbox]
  // the list shows usernames with an @
  const typed = name && `%${escapeLike(foldText(name.trim().replace(/^@/, '')))}%`
  const rows = await sql<(Partial<InboxItem> & { id: string; createdAt: Date })[]>`
    select f.id, f.created_at as "createdAt", f.status, coalesce(f.${sql(notes)}, '') as notes,
      coalesce(f.content, '') as content, ${COLUMNS[inbox](sql)}
    from ${sql(table)} f ${inbox === 'feedback' ? sql`join person p on p.id = f.person_id` : sql``}
    where true ${typed ? sql`and folded(${nameOf(sql)}) like ${typed}` : sql``}
      ${status ? sql`and f.status = ${status}` : sql``} ${only ? sql`and f.id = ${only}` : sql``}
      ${after ? sql`and ${comesAfter(sql, { table, as: 'f', by: 'created_at' }, after)}` : sql``}
    order by f.created_at desc, f.id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  return {
    items: shown.map((row) => ({ ...NOTHING, ...row, createdAt: row.createdAt.getTime() }) as InboxItem),
    more,
  }
}

/**
 * Sets the status of a message and the team's notes (S2-2.125, S2-4.19, S2-4.20). Refuses `not-found`,
 * `bad-shape` for a status of another kind, and `changed-meanwhile` when it differs from what the admin saw.
 */
export async function updateInboxItem(
  { tx }: TxContext,
  caller: Caller,
  { inbox, itemId, before, now }: Infer<typeof inboxUpdate>,
): Promise<Result<{ status: string; notes: string }>> {
  if (!can(caller, 'answer-inbox')) return refuse('not-allowed')
  if (!INBOX_STATUSES[inbox].includes(now.status)) return refuse('bad-shape')
  const { table, notes } = TABLES[inbox]
  const [kept] = await tx<{ status: string; notes: string }[]>`
    select status, coalesce(${tx(notes)}, '') as notes from ${tx(table)} where id = ${itemId} for update`
  if (!kept) return refuse('not-found')
  if (kept.status !== before.status || kept.notes !== before.notes)
    return refuse('changed-meanwhile', { status: kept.status })
  await tx`update ${tx(table)} set status = ${now.status}, ${tx(notes)} = ${now.notes || null} where id = ${itemId}`
  await recordAct({ tx }, caller, {
    act: 'inbox.update',
    subject: itemId,
    detail: {
      inbox,
      from: before.status,
      to: now.status,
      notes: before.notes === now.notes ? 'kept' : 'changed',
    },
  })
  return done(now)
}
