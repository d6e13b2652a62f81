import type { CollectionName } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { answerColumns, answerDocument } from '../answer/document.ts'
import { personColumns, personDocument } from '../athlete/document.ts'
import { conversationColumns, conversationDocument } from '../conversation/document.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { questionColumns, questionDocument } from '../question/document.ts'

/**
 * How a collection is read from its tables, and which fields a reader gets. The fields are listed one by one; a row
 * is never passed on whole. The row also has the feed's own columns; `document` builds a new object.
 */
export type DocumentOf = {
  columns(sql: Sql | Tx): ReturnType<typeof questionColumns>
  document(row: Record<string, unknown>, reader: string): { id: string }
}

/** The collections that replicate. A collection without an entry does not compile. */
export const DOCUMENTS: Record<CollectionName, DocumentOf> = {
  questions: { columns: questionColumns, document: questionDocument },
  answers: { columns: answerColumns, document: answerDocument },
  conversations: { columns: conversationColumns, document: conversationDocument },
  people: { columns: personColumns, document: personDocument },
  drafts: { columns: draftColumns, document: draftDocument },
}

function draftColumns(sql: Sql | Tx) {
  return sql`
    select d.id, d.athlete_id as "athleteId", d.body, d.base, d.revision, d.saved_at as "savedAt"
    from draft d where d.id = page.id`
}

function draftDocument(raw: Record<string, unknown>): { id: string } {
  const row = withoutFeed(raw)
  const savedAt = (row.savedAt as Date).getTime()
  return { ...row, savedAt, order: orderOf(savedAt) } as unknown as { id: string }
}

function withoutFeed(row: Record<string, unknown>) {
  const { feedRev: _rev, feedId: _id, feedGone: _gone, feedBound: _bound, ...fields } = row
  return fields
}
