import { THING_KINDS, type Thing } from '../../../sync/desk/things.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Sql } from '../../db/sql.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the things with these ids, ours or the payment provider's, that the caller may see. */
export async function nameThings(sql: Sql, caller: Caller, ids: readonly string[]): Promise<Thing[]> {
  const ours = [...new Set(ids.filter((id) => UUID.test(id)))]
  const theirs = [...new Set(ids.filter((id) => !UUID.test(id)))]
  const [found, foreign] = await Promise.all([
    ours.length > 0 ? namedByUs(sql, ours) : [],
    theirs.length > 0 ? namedByProvider(sql, theirs) : [],
  ])
  return [...found, ...foreign].filter(({ kind }) => can(caller, THING_KINDS[kind]))
}

/** Returns the same things by id; where two share an id, the one whose kind comes first in `THING_KINDS` is used. */
export async function thingsById(
  sql: Sql,
  caller: Caller,
  ids: readonly (string | null)[],
): Promise<Map<string, Thing>> {
  const things = await nameThings(
    sql,
    caller,
    ids.filter((id) => id !== null),
  )
  const rank = Object.keys(THING_KINDS)
  things.sort((a, b) => rank.indexOf(b.kind) - rank.indexOf(a.kind))
  return new Map(things.map((thing) => [thing.id, thing]))
}

async function namedByUs(sql: Sql, ids: string[]): Promise<Thing[]> {
  const rows = await Promise.all([
    ofRequests(sql, ids),
    ofMoney(sql, ids),
    ofPeople(sql, ids),
    ofWords(sql, ids),
    ofMessages(sql, ids),
  ])
  return rows.flat()
}

/** Returns a person's @username, or their name where they have none, as somebody who was erased. */
const handleOf = (sql: Sql, as: string) =>
  sql`coalesce('@' || ${sql(as)}.username, ${sql(as)}.first_name || ' ' || ${sql(as)}.last_name)`

/** Returns the name of the applicant `a`; an entry on the waitlist has only a handle. */
export const applicantOf = (sql: Sql) =>
  sql`coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.social_account)`

const ofRequests = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select q.id::text, 'question' as kind, q.subject as name, q.id::text as "questionId", q.athlete_id::text as "personId"
    from question q where q.id = any(${ids}::uuid[])
  union all select a.id::text, 'answer', q.subject, q.id::text, q.athlete_id::text
    from answer a join question q on q.id = a.question_id where a.id = any(${ids}::uuid[])
  union all select m.id::text, case when a.id is null then 'question' else 'answer' end, q.subject, q.id::text, q.athlete_id::text
    from media m left join answer a on a.media_id = m.id
    join question q on q.id = coalesce(a.question_id, m.claimed_by) where m.id = any(${ids}::uuid[])`

const ofMoney = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select h.id::text, 'payment' as kind, coalesce(q.subject, k.subject) as name, q.id::text as "questionId", q.athlete_id::text as "personId"
    from hold h left join question q on q.id = h.ask_id left join prepared_ask k on k.id = h.ask_id where h.id = any(${ids}::uuid[])
  union all select t.id::text, 'payment', q.subject, q.id::text, q.athlete_id::text
    from tip t join question q on q.id = t.question_id where t.id = any(${ids}::uuid[])
  union all select r.id::text, 'refund', q.subject, q.id::text, q.athlete_id::text
    from refund r join question q on q.id = r.question_id where r.id = any(${ids}::uuid[])
  union all select p.id::text, 'payout', ${handleOf(sql, 'w')}, null, w.id::text
    from payout p join person w on w.id = p.person_id where p.id = any(${ids}::uuid[])
  union all select h.id::text, 'payout', coalesce(${handleOf(sql, 'w')}, 'everybody'), null, w.id::text
    from payout_hold h left join person w on w.id = h.person_id where h.id = any(${ids}::uuid[])
  union all select v.id::text, 'payout', ${handleOf(sql, 'w')}, null, w.id::text
    from reversal v join payout p on p.id = v.payout_id join person w on w.id = p.person_id where v.id = any(${ids}::uuid[])`

const ofPeople = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select p.id::text, case p.role when 'creator' then 'athlete' when 'admin' then 'member' else 'fan' end as kind,
      p.first_name || ' ' || p.last_name as name, null as "questionId", p.id::text as "personId"
    from person p where p.id = any(${ids}::uuid[])
  union all select c.id::text, 'code', c.label, null, null from discount_code c where c.id = any(${ids}::uuid[])
  union all select b.id::text, 'block', coalesce(b.email, 'an erased address'), null, null
    from blocked_address b where b.id = any(${ids}::uuid[])
  union all select r.id::text, 'picture', ${handleOf(sql, 'p')}, null, p.id::text
    from picture_request r join person p on p.id = r.person_id where r.id = any(${ids}::uuid[])
  union all select i.id::text, 'invite', coalesce(nullif(i.email, ''), 'somebody'), null, null
    from team_invite i where i.id = any(${ids}::uuid[])`

const ofWords = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select f.id::text, 'feedback' as kind, p.first_name || ' ' || p.last_name as name, null as "questionId", p.id::text as "personId"
    from user_feedback f join person p on p.id = f.person_id where f.id = any(${ids}::uuid[])
  union all select c.id::text, 'contact', c.subject, c.question_id::text, null from contact_form c where c.id = any(${ids}::uuid[])
  union all select a.id::text, 'application', ${applicantOf(sql)}, null, null
    from athlete_form a where a.id = any(${ids}::uuid[])
  union all select r.id::text, 'rating', ${handleOf(sql, 'p')}, r.question_id::text, p.id::text
    from rating r join person p on p.id = r.athlete_id where r.id = any(${ids}::uuid[])`

const ofMessages = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select m.id::text, 'mail' as kind, m.kind as name, m.question_id::text as "questionId", m.person_id::text as "personId"
    from mail m where m.id = any(${ids}::uuid[])
  union all select m.id::text, 'push', m.kind, m.question_id::text, m.person_id::text
    from push_message m where m.id = any(${ids}::uuid[])`

const namedByProvider = (sql: Sql, ids: string[]) => sql<Thing[]>`
  select given.id, 'payment' as kind, coalesce(q.subject, k.subject) as name, q.id::text as "questionId", q.athlete_id::text as "personId"
    from unnest(${ids}::text[]) given (id) join hold h on h.payment_intent_id = given.id or h.charge_id = given.id
    left join question q on q.id = h.ask_id left join prepared_ask k on k.id = h.ask_id
  union all select given.id, 'payment', q.subject, q.id::text, q.athlete_id::text
    from unnest(${ids}::text[]) given (id) join tip t on t.payment_intent_id = given.id or t.charge_id = given.id
    join question q on q.id = t.question_id
  union all select d.id, 'dispute', q.subject, q.id::text, q.athlete_id::text
    from dispute d join question q on q.id = d.question_id where d.id = any(${ids})
  union all select r.stripe_refund_id, 'refund', q.subject, q.id::text, q.athlete_id::text
    from refund r join question q on q.id = r.question_id where r.stripe_refund_id = any(${ids})
  union all select p.transfer_id, 'payout', ${handleOf(sql, 'w')}, null, w.id::text
    from payout p join person w on w.id = p.person_id where p.transfer_id = any(${ids})
  union all select v.stripe_reversal_id, 'payout', ${handleOf(sql, 'w')}, null, w.id::text
    from reversal v join payout p on p.id = v.payout_id join person w on w.id = p.person_id where v.stripe_reversal_id = any(${ids})
  union all select a.account_id, 'athlete', w.first_name || ' ' || w.last_name, null, w.id::text
    from payout_account a join person w on w.id = a.person_id where a.account_id = any(${ids})`
