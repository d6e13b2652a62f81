import type { DeskRating, RatingsAnswer, ratingsCall } from '../../sync/desk/lists.ts'
import type { Infer } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import { comesAfter, escapeLike, firstOf } from '../db/pages.ts'

const PAGE = 50

/** Returns a page of fans' ratings, newest first (S2-2.126 to S2-2.128, S2-7.17). */
export async function listRatings(
  { sql }: Context,
  { athlete, stars, only = null, after }: Infer<typeof ratingsCall>,
): Promise<RatingsAnswer> {
  const named = athlete && escapeLike(athlete.trim().toLowerCase())
  const rows = await sql<(Omit<DeskRating, 'createdAt'> & { createdAt: Date })[]>`
    select r.id, coalesce(p.username, '') as "athleteUsername", r.question_id as "requestId", r.answer_id as "responseId",
      r.stars, r.response_feedback as "responseFeedback", r.infield_feedback as "infieldFeedback", r.created_at as "createdAt"
    from rating r join person p on p.id = r.athlete_id
    where true ${named ? sql`and p.username like ${`%${named}%`}` : sql``}
      ${stars === null ? sql`` : sql`and r.stars = ${stars}`} ${only ? sql`and r.id = ${only}` : sql``}
      ${after ? sql`and ${comesAfter(sql, { table: 'rating', as: 'r', by: 'created_at' }, after)}` : sql``}
    order by r.created_at desc, r.id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  return { ratings: shown.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })), more }
}
