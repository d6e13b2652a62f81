import { SCREENING_WARNING_MS } from '../../sync/limits.ts'
import { notDropped } from '../db/dropped.ts'
import type { Queryable, Sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import type { MailKind, PushKind } from './enqueue.ts'
import type { MailFacts } from './mail-facts.ts'

/**
 * What the question of a message must still be when the message is sent: `new` waits to be screened, `approved` has
 * not ended, `awaited` has not ended and no answer to it was announced, and `arriving` has an answer whose video has
 * not arrived. Any other kind tells what happened, which stays true.
 */
const TRUE_WHILE: Partial<Record<MailKind | PushKind, 'new' | 'approved' | 'awaited' | 'arriving'>> = {
  'question-approved': 'approved',
  'request-approved': 'awaited',
  'request-reminder': 'awaited',
  'answer-recorded': 'arriving',
  'answer-not-arrived': 'arriving',
  'desk-first': 'new',
  'desk-ending': 'new',
}

/** The mails that say until when a fan may pay again. They are untrue once the fan has paid or may no longer pay. */
const SPEAKS_OF_PAYING = new Set<MailKind>(['pay-again', 'capture-failed'])

/**
 * Returns whether a mail or a push message of this kind about this question is still true. Another one tells what
 * became of the question, so an untrue one is settled and goes to nobody.
 */
export async function isStillTrue(
  on: Queryable,
  kind: MailKind | PushKind,
  questionId: string | null,
): Promise<boolean> {
  const needed = TRUE_WHILE[kind]
  if (!needed) return true
  const [question] = await on<{ status: string; isAnnounced: boolean; isArriving: boolean }[]>`
    select status, grace_ends_at is not null as "isAnnounced", exists (
      select from answer a join media m on m.id = a.media_id
      where a.question_id = q.id and a.state = 'waiting' and m.state = 'expected') as "isArriving"
    from question q where id = ${questionId}`
  if (!question) return false
  const { status, isAnnounced, isArriving } = question
  if (needed === 'awaited') return status === 'approved' && !isAnnounced
  if (needed === 'arriving') return status === 'approved' && isAnnounced && isArriving
  return status === needed
}

/** Returns whether a mail about a question or ask is still true. */
export async function isMailTrue(
  on: Queryable,
  { kind, questionId, mayPayAgain }: Pick<MailFacts, 'kind' | 'questionId' | 'mayPayAgain'>,
): Promise<boolean> {
  if (SPEAKS_OF_PAYING.has(kind) && !mayPayAgain) return false
  return isStillTrue(on, kind, questionId)
}

/**
 * Returns whether a mail asks for a picture for which no request waits any longer. A request that was withdrawn and
 * made again orders no second mail, so the first one speaks of any for that place.
 */
export async function isPictureUnwanted(on: Queryable, mailId: string): Promise<boolean> {
  const [mail] = await on<{ isWanted: boolean }[]>`
    select exists (
      select from picture_request told join picture_request r on r.person_id = told.person_id and r.place = told.place
      where told.id = (m.data ->> 'pictureRequestId')::uuid and r.state = 'asked') as "isWanted"
    from mail m where m.id = ${mailId} and m.kind = 'picture-wanted'`
  return mail !== undefined && !mail.isWanted
}

/**
 * Lets an unsent message to those who screen speak of the most urgent question that waits, where its own no longer
 * does: while it waited to be sent, it was the reason to order none for the others. One that warns speaks only of
 * a question that runs out of time, too. Another message is enough if it speaks of that question, or is newer and
 * speaks of any that waits; one that was given up counts for nothing.
 */
export async function followDesk(sql: Sql, table: 'mail' | 'push_message', id: string): Promise<void> {
  const [late] = await sql<{ kind: string; personId: string }[]>`
    select kind, person_id as "personId" from ${sql(table)}
    where id = ${id} and sent_at is null and kind in ('desk-first', 'desk-ending') and ${notDropped(sql, table)}
      and not exists (select from question own where own.id = question_id and own.status = 'new')`
  if (!late) return
  const { kind, personId } = late
  await inTransaction(sql, async (tx) => {
    // Of several messages that are sent at once, only the first one finds none about the question.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${table} ${kind} to ${personId}`}, 0))`
    await tx`
      update ${tx(table)} m set question_id = n.id
      from (select id, screening_ends_at from question where status = 'new' order by screening_ends_at, id limit 1) n
      where m.id = ${id} and m.sent_at is null
        and (m.kind = 'desk-first' or n.screening_ends_at <= app_now() + ${SCREENING_WARNING_MS} * interval '1 millisecond')
        and not exists (select from question own where own.id = m.question_id and own.status = 'new')
        and not exists (
          select from ${tx(table)} o join question q on q.id = o.question_id and q.status = 'new'
          where o.id <> m.id and o.kind = m.kind and o.person_id = m.person_id
            and (o.created_at > m.created_at or o.question_id = n.id)
            and not exists (select from dropped_trouble d where d.id = o.id))`
  })
}
