import type { Clarification } from '../../sync/answer/clarification.ts'
import type { Queryable } from '../db/sql.ts'

/** What was asked once more, as the database writes it into one column of `clarification cl`. */
export const clarificationColumn = (on: Queryable) => on`
  case when cl.question_id is not null then json_build_object('text', cl.text, 'askedAt', ${ms(on, 'asked_at')},
    'reply', cl.reply, 'video', (select json_build_object('id', v.id, 'state', case when v.state = 'stored' then 'stored'
      when v.state in ('refused', 'purged') then 'withdrawn' else 'waiting' end) from media v where v.id = cl.media_id),
    'repliedAt', ${ms(on, 'replied_at')}, 'reportedAt', ${ms(on, 'reported_at')}) end`
const ms = (on: Queryable, column: string) => on`floor(extract(epoch from cl.${on(column)}) * 1000)`

/** What everybody but the athlete sees of it: a video that is on its way is nobody else's. */
export function withoutAnnounced(clarification: Clarification | null): Clarification | null {
  return clarification?.repliedAt === null ? { ...clarification, video: null } : clarification
}

/** What the athlete sees of it: what they reported they do not read again. */
export function withoutReported(clarification: Clarification | null): Clarification | null {
  return clarification?.reportedAt ? { ...clarification, text: '' } : clarification
}
