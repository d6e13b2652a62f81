import type { rateCall } from '../../sync/rating/rating.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { linkHash } from '../notify/private-link.ts'
import { isOwnQuestion } from '../payment/oneself.ts'
import type { TxContext } from '../transact.ts'

/**
 * Stores the rating of an answer by the holder of its private link, once, and updates the athlete's public rating
 * (D26, D85; S2-6.8, S2-7.17). Refuses `not-allowed` to the athlete who answered, by account, address or card;
 * `not-found` for a link that opens nothing; `answer-missing` before the answer is delivered; and `already-rated`.
 */
export async function giveRating(
  work: TxContext,
  caller: Caller,
  { token, stars, responseFeedback, infieldFeedback }: Infer<typeof rateCall>,
): Promise<Result<{ stars: number }>> {
  if (!can(caller, 'give-rating')) return refuse('not-allowed')
  const { tx } = work
  const [found] = await tx<{ questionId: string; athleteId: string; answerId: string | null }[]>`
    select q.id as "questionId", q.athlete_id as "athleteId", a.id as "answerId"
    from question q left join answer a on a.question_id = q.id and a.state = 'delivered'
    where q.link_hash = ${linkHash(token)}`
  if (!found) return refuse('not-found')
  const { questionId, athleteId, answerId } = found
  if (await isOwnQuestion(work, { questionId, personId: caller.personId })) return refuse('not-allowed')
  if (!answerId) return refuse('answer-missing')
  const [kept] = await tx`
    insert into rating (id, answer_id, question_id, athlete_id, stars, response_feedback, infield_feedback)
    values (${work.context.random.id()}, ${answerId}, ${questionId}, ${athleteId}, ${stars}, ${responseFeedback},
      ${infieldFeedback})
    on conflict (answer_id) do nothing returning id`
  if (!kept) return refuse('already-rated')
  await tx`
    update person set rating_total = rating_total + ${stars}, rating_count = rating_count + 1, updated_at = app_now()
    where id = ${athleteId}`
  return done({ stars })
}
