import type { CollectionName } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { answerColumns, answerDocument } from '../answer/document.ts'
import { personColumns, personDocument } from '../athlete/document.ts'
import { conversationColumns, conversationDocument } from '../conversation/document.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { questionColumns, questionDocument } from '../question/document.ts'

/**
 * How a collection is read from its tables, and what of it a reader gets: fields are listed, never a row passed on. The
 * row carries the feed's own fields beside the document's; `document` makes a new object.
 */
export type DocumentOf = {
  columns(sql: Sql | Tx): ReturnType<typeof questionColumns>
  document(row: Record<string, unknown>, reader: string): { id: string }
}

/** The one table of what replicates: a collection without an entry does not compile. */
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

function withoutFeed({ feedRev: _rev, feedId: _id, feedGone: _gone, ...fields }: Record<string, unknown>) {
  return fields
}
