import type { Queryable } from './sql.ts'

/**
 * Returns the condition that a dead job's work is done, or that its row shows the error itself: a later sweep
 * has run, and mails, push messages and operations are found by their own rows. A job that verifies names no video,
 * so a later one may have verified another: every video that had arrived by then must have been decided.
 */
const isSettled = (sql: Queryable) => sql`
  (j.source_name in ('mail.send', 'push.send', 'money.run')
    or j.source_name like 'media.verify-%' and not exists (select from media m where m.state = 'received'
      and m.conversion is null and m.received_at < j.created_on
      and (m.purpose = 'question') = (j.source_name = 'media.verify-question'))
    or exists (select from boss.job later where later.name = j.source_name and later.state = 'completed'
      and later.name not like 'media.verify-%' and later.completed_on > j.created_on and (later.name like 'sweep.%'
        or later.data - 'traceparent' = j.data - 'traceparent'))
    or j.source_name = 'stripe.event' and exists (select from stripe_event e where e.id = j.data ->> 'eventId' and e.handled_at is not null)
    or j.source_name like 'question.%' and exists (select from question q where q.id = (j.data ->> 'questionId')::uuid
      and q.status not in ('new', 'approved'))
    or j.source_name in ('screening.decide', 'screening.ending') and not exists (
      select from question q where q.id = (j.data ->> 'questionId')::uuid and q.status = 'new')
    or j.source_name = 'ask.settle' and not exists (select from prepared_ask a where a.id = (j.data ->> 'askId')::uuid and a.state = 'open')
    or j.source_name = 'answer.complete' and not exists (
      select from answer a where a.id = (j.data ->> 'answerId')::uuid and a.state in ('waiting', 'stored'))
    or j.source_name = 'push.silent' and not exists (
      select from push_message p where p.id = (j.data ->> 'pushId')::uuid and p.received_at is null and p.mailed_at is null)
    or j.source_name = 'leaving.erase' and not exists (
      select from leaving l where l.id = (j.data ->> 'leavingId')::uuid and l.erased_at is null and l.kept_at is null))`

/** The condition that a job `j` was given up and its work has been done since, within a statement. */
export const isMadeUp = (sql: Queryable) =>
  sql`(j.source_id is not null and j.state < 'active' and ${isSettled(sql)})`

/**
 * The condition that a job `j` was given up and its work still has to be done, within a statement. *System* shows
 * these jobs, and the metrics count them.
 */
export const isDead = (sql: Queryable) =>
  sql`(j.source_id is not null and j.state < 'active' and not ${isSettled(sql)})`
