import type { Clarification } from '../../sync/answer/clarification.ts'
import type { QuestionDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { athleteShareCents } from '../../sync/money.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { clarificationColumn, withoutAnnounced, withoutReported } from './clarification-column.ts'
import type { QuestionRow } from './store.ts'

/**
 * The columns that the feed reads of a question; `page.id` names it. Most questions are text, so the video is
 * joined only if there is one; `offset 0` keeps the planner from turning this into a plain join.
 */
export function questionColumns(sql: Sql | Tx) {
  return sql`
    select q.id, q.conversation_id as "conversationId", q.fan_id as "fanId", q.athlete_id as "athleteId", q.subject,
      q.kind, q.text, case when m.state = 'stored' then q.media_id end as "videoId", m.served_bytes as "videoBytes",
      m.served_type as "videoType", q.status, q.reason, q.submitted_at as "submittedAt", q.approved_at as "approvedAt",
      q.due_at as "dueAt", q.grace_ends_at as "graceEndsAt", q.settled_at as "settledAt", q.amount_cents as "amountCents",
      q.hold_state as "holdState", q.admin_note as "adminNote", q.athlete_note as "athleteNote", q.revision,
      ${clarificationColumn(sql)} as clarification
    from question q
    left join lateral (select m.state, m.served_bytes, m.served_type from media m
      where q.media_id is not null and m.id = q.media_id offset 0) m on true
    left join clarification cl on cl.question_id = q.id where q.id = page.id`
}

type Row = QuestionRow & {
  videoId: string | null
  videoBytes: number | null
  videoType: string | null
  clarification: Clarification | null
}

/** Returns a question as its reader may see it. The athlete sees their share, never the card or the admin's note. */
export function questionDocument(raw: Record<string, unknown>, reader: string): QuestionDocument {
  const row = raw as Row
  const athlete = reader === row.athleteId
  return {
    id: row.id,
    conversationId: row.conversationId,
    fanId: row.fanId,
    athleteId: row.athleteId,
    subject: row.subject,
    kind: row.kind,
    text: row.text,
    videoId: row.videoId,
    videoBytes: row.videoBytes,
    videoType: row.videoType,
    status: row.status,
    reason: row.reason,
    submittedAt: row.submittedAt.getTime(),
    approvedAt: row.approvedAt?.getTime() ?? null,
    dueAt: row.dueAt?.getTime() ?? null,
    graceEndsAt: row.graceEndsAt?.getTime() ?? null,
    settledAt: row.settledAt?.getTime() ?? null,
    amountCents: athlete ? athleteShareCents(row.amountCents) : row.amountCents,
    hold: athlete ? 'none' : row.holdState,
    adminNote: athlete ? null : row.adminNote,
    athleteNote: row.athleteNote,
    clarification: athlete ? withoutReported(row.clarification) : withoutAnnounced(row.clarification),
    revision: row.revision,
    order: orderOf(row.submittedAt.getTime()),
  }
}
