import type { Sql } from '../../db/sql.ts'
import { type Invariant, isRecent } from './money.ts'

/** Move of a question → kind and number of its mails (`payment-lapsed` goes to both sides of an approved one). */
const TOLD = `('ask', 'ask-received', 1), ('approve', 'request-approved', 1), ('approve', 'question-approved', 1),
  ('reject', 'question-rejected', 1), ('screening-limit', 'screening-expired', 1), ('screening-limit', 'request-withdrawn', 1),
  ('cancel', 'question-cancelled', 1), ('decline', 'question-declined', 1), ('expire', 'question-expired', 1),
  ('expire', 'request-expired', 1), ('lapse', 'payment-lapsed', 2), ('lapse-unscreened', 'payment-lapsed', 1),
  ('complete', 'answer-ready', 1), ('complete', 'answer-delivered', 1), ('announce', 'answer-recorded', 1),
  ('give', 'answer-given', 1)`
const PUSHED = `('approve', 'request-approved', 1), ('complete', 'answer-delivered', 1), ('complete', 'answer-ready', 1),
  ('give', 'answer-ready', 1)`

/** Finds questions whose events do not have exactly the messages that they promise in this table. */
const untold = (sql: Sql, table: 'mail' | 'push_message', promised: string) => sql`
  with promised (move, kind, times) as (values ${sql.unsafe(promised)}),
  owed as (select e.question_id, p.kind, sum(p.times)::int as times from question_event e join promised p on p.move = e.move
    group by 1, 2),
  ordered as (select question_id, kind, count(*)::int as times from ${sql(table)}
    where kind in (select kind from promised) group by 1, 2)
  select coalesce(o.question_id, m.question_id) as question, coalesce(o.kind, m.kind) as kind, o.times as owed, m.times as ordered
  from owed o full join ordered m on m.question_id = o.question_id and m.kind = o.kind where o.times is distinct from m.times
    and not exists (select from question q where q.id = coalesce(o.question_id, m.question_id) and not ${isRecent(sql, 'q.submitted_at')})`

export const LIFE_ALWAYS: Invariant[] = [
  {
    invariant: 'N1',
    says: 'an event without its mails, or a mail without its event',
    rows: (sql) => untold(sql, 'mail', TOLD),
  },
  {
    invariant: 'N1',
    says: 'an event without its pushes, or a push without its event',
    rows: (sql) => untold(sql, 'push_message', PUSHED),
  },
  {
    invariant: 'L3',
    says: 'a question expired although its answer was announced in time, or before it was due',
    rows: (sql) => sql`
      select q.id, e.at, q.due_at, q.grace_ends_at from question q join question_event e on e.question_id = q.id
      where e.move = 'expire' and e.at < coalesce(q.grace_ends_at, q.due_at)`,
  },
  {
    invariant: 'L3',
    says: 'a question ended although its answer had arrived and was not read yet',
    rows: (sql) => sql`
      select q.id, e.move, e.at, m.state, m.received_at, m.stored_at from question_event e join question q on q.id = e.question_id
      join answer a on a.question_id = q.id and not a.gift and a.submitted_at < e.at join media m on m.id = a.media_id
      where e.move in ('expire', 'lapse', 'decline', 'withdraw', 'athlete-left') and m.received_at < e.at
        and m.state in ('received', 'stored') and coalesce(m.stored_at > e.at, true)`,
  },
  {
    invariant: 'L3',
    says: 'two answers to one question, or one delivered for a question that is not completed',
    rows: (sql) => sql`
      select q.id, q.status, array_agg(a.state) as answers from question q join answer a on a.question_id = q.id and a.state <> 'withdrawn'
      group by q.id having count(*) > 1 or (bool_or(a.state = 'delivered')) <> (q.status = 'completed')`,
  },
  {
    invariant: 'L4',
    says: 'a deadline that is not 48 h, 72 h or 24 h by the clock of the database, or an answer taken after it',
    rows: (sql) => sql`
      select q.id, q.submitted_at, q.approved_at, q.due_at, q.grace_ends_at, a.submitted_at as announced from question q
      left join answer a on a.question_id = q.id
      where q.due_at <> q.approved_at + interval '72 hours' or q.grace_ends_at <> q.due_at + interval '24 hours'
        or q.screening_ends_at > q.submitted_at + interval '48 hours' or (a.submitted_at >= q.due_at and not a.gift)`,
  },
  {
    invariant: 'S1',
    says: 'the feed is not what the audience may see',
    rows: (sql) => sql`
      select coalesce(a.collection, f.collection) as collection, coalesce(a.id, f.id) as id, coalesce(a.reader, f.reader) as reader,
        a.id is not null as visible, f.id is not null as fed
      from (select distinct collection, id, reader from audience) a
      full join (select collection, id, reader from feed where not gone) f
        on f.collection = a.collection and f.id = a.id and f.reader = a.reader
      where a.id is null or f.id is null`,
  },
  {
    invariant: 'P5',
    says: 'a question stands under an account that neither asked it nor said that it is its own',
    rows: (sql) => sql`
      select q.id, q.fan_id from question q join person p on p.id = q.fan_id and p.auth_id is not null
      join prepared_ask k on k.id = q.id where k.person_id is distinct from q.fan_id`,
  },
]

export const LIFE_SOON: Invariant[] = [
  {
    invariant: 'L6',
    says: 'a question is older than its promise',
    rows: (sql) => sql`
      select id, status, screening_ends_at, due_at, grace_ends_at from question
      where (status = 'new' and screening_ends_at < app_now() - interval '60 seconds')
        or (status = 'approved' and coalesce(grace_ends_at, due_at) < app_now() - interval '60 seconds'
          -- one that has arrived and is not read yet is late elsewhere (D5)
          and not exists (select from answer a join media m on m.id = a.media_id where a.question_id = question.id
            and (a.state = 'stored' or a.state = 'waiting' and m.state = 'received')))`,
  },
  {
    invariant: 'S1',
    says: 'somebody is shown with the age they had before their birthday',
    rows: (sql) => sql`
      select id, birth_date, shown_age from person
      where shown_age_until <= ((app_now() - interval '60 seconds') at time zone 'utc')::date`,
  },
  {
    invariant: 'L1',
    says: 'an ask that has all it needs is not a question yet',
    rows: (sql) => sql`
      select a.id, a.amount_cents, m.state as video from prepared_ask a left join media m on m.id = a.media_id
      where a.state = 'open' and (a.media_id is null or m.state in ('stored', 'refused', 'purged'))
        and (case when a.amount_cents = 0 then a.wanted_at is not null
          else exists (select from hold h where h.ask_id = a.id and h.state = 'held') end)`,
  },
  {
    invariant: 'N5',
    says: 'a mail or a push was not sent, an event of the provider not looked at, or a job given up',
    rows: (sql) => sql`
      select 'mail' as what, id::text, kind, created_at from mail where sent_at is null
      union all select 'push', id::text, kind, created_at from push_message where sent_at is null
      union all select 'event', id, type, received_at from stripe_event
        -- one that came of the last minute's doings is looked at in the next
        where handled_at is null and received_at < app_now() - interval '1 minute'
      union all select 'job', id::text, name || ' ' || data::text, coalesce(started_on, created_on) from boss.job
        -- one that began just now is at work: the minute turns between the last run and this look, too
        where (name = 'dead' and data <> '{}') or (state = 'active' and heartbeat_on < app_now() - interval '1 minute')`,
  },
  {
    invariant: 'D5',
    says: 'a video waits although all its bytes are here',
    rows: (sql) => sql`select id, state from media where state = 'received'`,
  },
]

export const LIFE_AT_END: Invariant[] = [
  {
    invariant: 'L1',
    says: 'a question has not come to an end',
    rows: (sql) => sql`select id, status, due_at from question where status in ('new', 'approved')`,
  },
  {
    invariant: 'L2',
    says: 'the moves of a question do not lead to its status, or it ended twice',
    rows: (sql) => sql`
      select q.id, q.status, array_agg(e.move order by e.id) as moves from question q left join question_event e on e.question_id = q.id
      group by q.id having array_to_string(array_agg(e.move order by e.id) filter (where e.move not in ('announce', 'announce-anew', 'correct-email', 'accept', 'disown')), ' ') !~ (case q.status
        when 'rejected' then '^ask (reject|screening-limit|cancel|lapse-unscreened)$'
        when 'athlete rejected' then '^ask approve (decline|expire|lapse)$' else '^ask approve (complete|(expire|decline|lapse) give)$' end)`,
  },
  {
    invariant: 'L1',
    // A free answer costs nobody anything, so it may wait for its video without limit.
    says: 'an answer was left half-way',
    rows: (sql) => sql`
      select a.id, a.state, q.status, q.reason from answer a join question q on q.id = a.question_id
      where (a.state = 'waiting' and not a.gift) or (a.state = 'stored' and q.reason is distinct from 'payment-lapsed')`,
  },
  {
    invariant: 'N2',
    // Mails that an answer is on its way are dropped once the video arrived or was refused. They and mails that a
    // question waits are dropped after its end; mails that it waits for its athlete, once an answer was announced; and
    // those to the desk, once it left it.
    says: 'a mail is not in the mailbox',
    rows: (sql) => sql`
      select m.id, m.kind from mail m full join mailbox b on b.id = m.id
      where (m.id is null and ${isRecent(sql, 'b.at', 20)}) or (b.id is null and ${isRecent(sql, 'm.created_at')}
        and not (m.kind in ('answer-recorded', 'answer-not-arrived') and exists (
          select from answer a join media v on v.id = a.media_id
          where a.question_id = m.question_id and (v.received_at <= m.sent_at or v.state = 'refused')))
        and not (m.kind in ('answer-recorded', 'answer-not-arrived', 'question-approved', 'request-approved', 'request-reminder') and exists (
          select from question_event e where e.question_id = m.question_id and e.at <= m.sent_at
            and e.move in ('complete', 'decline', 'expire', 'lapse', 'withdraw', 'athlete-left')))
        and not (m.kind in ('request-approved', 'request-reminder') and exists (
          select from question_event e where e.question_id = m.question_id and e.at <= m.sent_at and e.move = 'announce'))
        and not (m.kind like 'desk-%' and exists (
          select from question_event e where e.question_id = m.question_id and e.at <= m.sent_at and e.move <> 'ask')))`,
  },
  {
    invariant: 'N1',
    says: 'an ask that was given back was not told so, or told twice',
    rows: (sql) => sql`
      select a.id, a.state, count(m.id)::int as mails from prepared_ask a left join mail m on m.ask_id = a.id and m.kind = 'ask-released'
      where ${isRecent(sql, 'a.created_at')} group by a.id having count(m.id) <> (case a.state when 'released' then 1 else 0 end)`,
  },
  {
    invariant: 'D5',
    says: 'a video that people may still watch is gone',
    rows: (sql) => sql`
      select m.id, m.state, q.status from media m join question q on q.media_id = m.id
      where m.state <> 'stored' and (q.status = 'completed' or (q.status = 'athlete rejected' and ${isRecent(sql, 'q.settled_at')}))
      union all select m.id, m.state, a.state from media m join answer a on a.media_id = m.id join question q on q.id = a.question_id
      where m.state <> 'stored' and (a.state = 'delivered' or (a.state = 'stored' and ${isRecent(sql, 'coalesce(q.settled_at, app_now())')}))`,
  },
  {
    invariant: 'D5',
    says: 'a loose video is kept although nobody waits for it',
    rows: (sql) => sql`
      select m.id, m.state, m.created_at from media m where m.claimed_by is null and m.state in ('expected', 'stored')
        and not exists (select from prepared_ask p where p.media_id = m.id and p.state = 'open')`,
  },
]
