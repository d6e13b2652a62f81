import type { Queryable, Statement } from '../db/sql.ts'

/**
 * A column with the moment when the card was charged for a question, as its receipt has it; null unless it was. A
 * charged answer may be converted for hours before it is delivered. `questionId` is a column of the surrounding query.
 */
export const chargedAtColumn = (sql: Queryable, questionId: Statement) => sql`(
  select t.at from ledger_transaction t join hold charged on charged.charge_id = t.source
  where t.kind = 'capture' and charged.ask_id = ${questionId} and charged.state = 'captured')`
