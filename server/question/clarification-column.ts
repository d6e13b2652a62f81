import type { Clarification } from '../../sync/answer/clarification.ts'
import type { Queryable } from '../db/sql.ts'

/** A column with the follow-up question of `clarification cl` as JSON. */
export const clarificationColumn = (on: Queryable) => on`
  case when cl.question_id is not null then json_build_object('text', cl.text, 'askedAt', ${ms(on, 'asked_at')},
    'reply', cl.reply, 'video', (select json_build_object('id', v.id, 'state', case when v.state = 'stored' then 'stored'
      when v.state in ('refused', 'purged') then 'withdrawn' else 'waiting' end) from media v where v.id = cl.media_id),
    'repliedAt', ${ms(on, 'replied_at')}, 'reportedAt', ${ms(on, 'reported_at')}) end`
const ms = (on: Queryable, column: string) => on`floor(extract(epoch from cl.${on(column)}) * 1000)`

/**
 * Returns the clarification as everybody but the athlete sees it: without a video whose bytes are not verified yet.
 */
export function withoutAnnounced(clarification: Clarification | null): Clarification | null {
  return clarification?.repliedAt === null ? { ...clarification, video: null } : clarification
}

/** Returns the clarification as the athlete sees it: without its words once they have reported it. */
export function withoutReported(clarification: Clarification | null): Clarification | null {
  return clarification?.reportedAt ? { ...clarification, text: '' } : clarification
}
