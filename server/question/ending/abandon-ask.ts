import { ABANDONED_ASK_MS, DAY_MS, LOOSE_BYTES_MS } from '../../../sync/limits.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { releaseAsk } from '../ask-question.ts'
import { lockAsk } from '../store.ts'

/**
 * Open asks that were abandoned, and why each ends; null while its device may still prepare it again. An ask with a
 * confirmed card waits a day for its video. A wanted ask ends a day after its device last mentioned it or, if it is
 * free, when its video would be deleted. An ask whose video has arrived waits until the video is verified (D5). An
 * unconfirmed card is released by the sweep of payments.
 */
function abandoned(sql: Queryable) {
  const ago = (ms: number) => sql`app_now() - ${ms} * interval '1 millisecond'`
  return sql`(
    select a.id, a.media_id, a.updated_at, case
      when h.state = 'held' then 'video-not-there'
      when a.wanted_at is null then null
      when a.amount_cents > 0 and a.updated_at < ${ago(DAY_MS)} then 'card-not-held'
      when a.amount_cents = 0 and a.updated_at < ${ago(LOOSE_BYTES_MS)} then 'video-not-there' end as why, a.reason
    from prepared_ask a
    left join media m on m.id = a.media_id
    left join hold h on h.ask_id = a.id and h.state in ('pending', 'held', 'capturing', 'captured')
    where a.state = 'open'
      and not (m.state is not distinct from 'received' and (h.state is not distinct from 'held' or a.wanted_at is not null and a.amount_cents = 0))
      and (h.state = 'held' and h.created_at < ${ago(DAY_MS)}
      or h.id is null and a.updated_at < ${ago(ABANDONED_ASK_MS)}))`
}

type Abandoned = { id: string; mediaId: string | null }

/**
 * Returns abandoned asks, the longest untouched first. `abandonAsk` removes each from this list, so that none
 * blocks the others.
 */
export function findAbandoned(sql: Queryable, most: number): Promise<Abandoned[]> {
  return sql<Abandoned[]>`
    select id, media_id as "mediaId" from ${abandoned(sql)} ask where why is not null or reason is null order by updated_at limit ${most}`
}

/**
 * Ends an ask that was left for good. It stays open, because its device may come back and prepare it again, unless
 * its card was confirmed or the ask was wanted: then the fan believes that they have asked, so it is released and
 * they are told (7.1).
 */
export async function abandonAsk(work: TxContext, askId: string): Promise<void> {
  const ask = await lockAsk(work.tx, askId)
  // lock the video, so that its last byte comes either before this end or after it
  if (ask?.mediaId) await work.tx`select from media where id = ${ask.mediaId} for update`
  const [left] = await work.tx<{ why: string | null }[]>`
    select why from ${abandoned(work.tx)} ask where id = ${askId}`
  if (!ask || !left) return
  if (left.why) await releaseAsk(work, ask, left.why)
  else await work.tx`update prepared_ask set reason = 'abandoned' where id = ${askId}`
}
