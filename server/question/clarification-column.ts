import type { Queryable } from '../db/sql.ts'

/** What was asked once more, as the database writes it into one column of `clarification cl`. */
export const clarificationColumn = (on: Queryable) => on`
  case when cl.question_id is not null then json_build_object('text', cl.text, 'askedAt', ${ms(on, 'asked_at')},
    'reply', cl.reply, 'repliedAt', ${ms(on, 'replied_at')}, 'reportedAt', ${ms(on, 'reported_at')}) end`
const ms = (on: Queryable, column: string) => on`floor(extract(epoch from cl.${on(column)}) * 1000)`
