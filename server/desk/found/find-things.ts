import { type FindAnswer, THING_KINDS, type Thing } from '../../../sync/desk/things.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { firstOf } from '../../db/pages.ts'
import type { Sql } from '../../db/sql.ts'
import { applicantOf, nameThings } from './name-things.ts'

const MOST = 20

/**
 * Finds everything with this id (ours or the payment provider's), this @username or this email address that the
 * caller may see. For an address: the people who have it, and the latest requests that were asked with it.
 */
export async function findThings({ sql }: Context, caller: Caller, q: string): Promise<FindAnswer> {
  const typed = q.trim()
  if (typed.startsWith('@'))
    return { things: mayKnow(caller, await byUsername(sql, typed.slice(1))), more: false }
  if (typed.includes('@')) return newestOfEach(mayKnow(caller, await byAddress(sql, typed.toLowerCase())))
  const isOurs = /^[0-9A-F-]{36}$/i.test(typed)
  return { things: await nameThings(sql, caller, [isOurs ? typed.toLowerCase() : typed]), more: false }
}

function newestOfEach(things: readonly Thing[]): FindAnswer {
  const kinds = Object.values(Object.groupBy(things, ({ kind }) => kind)).map((same) => firstOf(same, MOST))
  return { things: kinds.flatMap(({ shown }) => shown), more: kinds.some(({ more }) => more) }
}

const mayKnow = (caller: Caller, things: readonly Thing[]) =>
  things.filter(({ kind }) => can(caller, THING_KINDS[kind]))

const kindOf = (sql: Sql) =>
  sql`case p.role when 'creator' then 'athlete' when 'admin' then 'member' else 'fan' end`

const byUsername = (sql: Sql, username: string) => sql<Thing[]>`
  select p.id::text, ${kindOf(sql)} as kind, p.first_name || ' ' || p.last_name as name, null as "questionId",
    p.id::text as "personId" from person p where p.username = ${username.toLowerCase()}`

const byAddress = (sql: Sql, email: string) => sql<Thing[]>`
  (select p.id::text, ${kindOf(sql)} as kind, p.first_name || ' ' || p.last_name as name, null as "questionId",
    p.id::text as "personId" from person p where lower(p.email) = ${email} or p.claimed_email = ${email})
  union all (select q.id::text, 'question', q.subject, q.id::text, q.athlete_id::text from question q
    where lower(q.asker ->> 'email') = ${email} and q.link_hash is not null order by q.submitted_at desc limit ${MOST + 1})
  union all (select b.id::text, 'block', b.email, null, null from blocked_address b
    where b.email = ${email} and b.lifted_at is null)
  union all (select c.id::text, 'contact', c.subject, c.question_id::text, null from contact_form c
    where lower(c.email) = ${email} order by c.created_at desc limit ${MOST + 1})
  union all (select a.id::text, 'application', ${applicantOf(sql)}, null, null from athlete_form a
    where lower(a.email) = ${email} order by a.created_at desc limit ${MOST + 1})`
