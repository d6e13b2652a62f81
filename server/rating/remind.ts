import { RATING_REMINDER_MS } from '../../sync/limits.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'

const BATCH = 200

/** Mails fans who have not rated an answer, once, some days after it was delivered; not those who have left. */
export async function remindToRate(work: TxContext): Promise<void> {
  const asked = await work.tx<{ questionId: string }[]>`
    update answer a set rating_asked_at = app_now()
    where a.id in (
      select b.id from answer b join question q on q.id = b.question_id join person f on f.id = q.fan_id
      where b.state = 'delivered' and b.rating_asked_at is null and q.link_hash is not null and f.leaving_at is null
        and b.delivered_at < app_now() - ${RATING_REMINDER_MS} * interval '1 millisecond'
        and b.delivered_at > app_now() - ${4 * RATING_REMINDER_MS} * interval '1 millisecond'
        and not exists (select from rating r where r.answer_id = b.id)
      order by b.delivered_at limit ${BATCH} for update of b skip locked)
    returning a.question_id as "questionId"`
  for (const { questionId } of asked) await enqueueMail(work, { kind: 'rating-wanted', questionId })
}
