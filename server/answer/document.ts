import type { AnswerDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { athleteShareCents } from '../../sync/money.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { transcriptColumn } from '../media/captions/transcript.ts'

/**
 * The columns that the feed reads of an answer; `page.id` names it. A device learns of a change only with a change
 * of the answer's row. So until its bytes are verified, and when it is withdrawn, the declared details of the video
 * are shown, and a withdrawn answer earns nothing, whatever becomes of its question.
 */
export function answerColumns(sql: Sql | Tx) {
  const isChecked = sql`a.state in ('stored', 'delivered')`
  return sql`
    select a.id, a.question_id as "questionId", a.conversation_id as "conversationId", a.athlete_id as "athleteId",
      a.state, a.media_id as "videoId", a.duration_ms as "durationMs", a.submitted_at as "submittedAt",
      a.delivered_at as "deliveredAt",
      coalesce(case when ${isChecked} then m.served_bytes end, m.declared_bytes) as "videoBytes",
      coalesce(case when ${isChecked} then m.served_type end, m.declared_type) as "videoType",
      ${transcriptColumn(sql)} as transcript,
      case when a.state = 'withdrawn' then 0 else q.amount_cents end as "amountCents"
    from answer a join media m on m.id = a.media_id join question q on q.id = a.question_id where a.id = page.id`
}

/** Returns an answer as its reader may see it: only the athlete sees the share. */
export function answerDocument(row: Record<string, unknown>, reader: string): AnswerDocument {
  const answer = row as Omit<AnswerDocument, 'submittedAt' | 'deliveredAt' | 'shareCents' | 'order'> & {
    submittedAt: Date
    deliveredAt: Date | null
    amountCents: number
  }
  return {
    id: answer.id,
    questionId: answer.questionId,
    conversationId: answer.conversationId,
    athleteId: answer.athleteId,
    state: answer.state,
    videoId: answer.videoId,
    videoBytes: answer.videoBytes,
    videoType: answer.videoType,
    durationMs: answer.durationMs,
    transcript: answer.transcript,
    submittedAt: answer.submittedAt.getTime(),
    deliveredAt: answer.deliveredAt?.getTime() ?? null,
    shareCents: reader === answer.athleteId ? athleteShareCents(answer.amountCents) : 0,
    order: orderOf(answer.submittedAt.getTime()),
  }
}
