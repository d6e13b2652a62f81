import type { Sql } from '../db/sql.ts'
import type { MailKind, PushKind } from './enqueue.ts'

/**
 * What the question of a message must still be when the message is sent: `new` waits to be screened, `approved` has
 * not ended, and `awaited` has not ended and no answer to it was announced. Any other kind tells what happened, which
 * stays true.
 */
const TRUE_WHILE: Partial<Record<MailKind | PushKind, 'new' | 'approved' | 'awaited'>> = {
  'question-approved': 'approved',
  'request-approved': 'awaited',
  'request-reminder': 'awaited',
  'desk-first': 'new',
  'desk-ending': 'new',
}

/**
 * Returns whether a mail or a push message of this kind about this question is still true. Another one tells what
 * became of the question, so an untrue one is marked as sent and goes to nobody.
 */
export async function isStillTrue(
  sql: Sql,
  kind: MailKind | PushKind,
  questionId: string | null,
): Promise<boolean> {
  const needed = TRUE_WHILE[kind]
  if (!needed) return true
  const [question] = await sql<{ status: string; isAnnounced: boolean }[]>`
    select status, grace_ends_at is not null as "isAnnounced" from question where id = ${questionId}`
  if (!question) return false
  if (needed === 'awaited') return question.status === 'approved' && !question.isAnnounced
  return question.status === needed
}
