import type { AnswerDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { athleteShareCents } from '../../sync/money.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { transcriptColumn } from '../media/captions/transcript.ts'

/** What the feed reads of an answer; `page.id` names it. */
export function answerColumns(sql: Sql | Tx) {
  return sql`
    select a.id, a.question_id as "questionId", a.conversation_id as "conversationId", a.athlete_id as "athleteId",
      a.state, a.media_id as "videoId", a.duration_ms as "durationMs", a.submitted_at as "submittedAt",
      a.delivered_at as "deliveredAt", coalesce(m.served_bytes, m.declared_bytes) as "videoBytes",
      coalesce(m.served_type, m.declared_type) as "videoType", ${transcriptColumn(sql)} as transcript, q.amount_cents as "amountCents"
    from answer a join media m on m.id = a.media_id join question q on q.id = a.question_id where a.id = page.id`
}

/** An answer as its reader may see it: the share is the athlete's alone. */
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
