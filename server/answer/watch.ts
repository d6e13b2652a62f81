import { type Caller, can, principalOf } from '../../sync/roles.ts'
import { id as idShape } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import { checkTicket } from '../media/play.ts'
import { linkOpensVideo } from '../question/fan-view.ts'

/**
 * Returns whether a caller may play a video (D39, D41). Admins who see requests may play the videos of questions
 * and of delivered answers; the athlete, those of approved questions and of their own answers; the fan, those of
 * their own question and its delivered answer; the holder of the private link, the same; and the uploader, their
 * own. The video of a reply to a clarification may be played by whoever may play the answer. An undelivered take
 * belongs to its athlete alone, and an upload without a question to its owner.
 */
export async function mayWatch(
  context: Context,
  caller: Caller,
  { videoId, token }: { videoId: string; token?: string },
): Promise<boolean> {
  if (token && (await linkOpensVideo(context, token, videoId))) return true
  const { personId, guestId } = caller
  const [row] = await context.sql`
    select from media m
    left join question q on q.media_id = m.id
    left join answer a on a.media_id = m.id
    left join question aq on aq.id = a.question_id
    left join clarification c on c.media_id = m.id and c.replied_at is not null
    left join question cq on cq.id = c.question_id
    where m.id = ${videoId} and (
      m.principal = ${principalOf(caller)}
      or (${can(caller, 'see-requests')} and (q.id is not null or a.state = 'delivered' or cq.id is not null))
      or (${personId}::uuid is not null and (
        q.fan_id = ${personId}::uuid or (q.athlete_id = ${personId}::uuid and q.approved_at is not null)
        or a.athlete_id = ${personId}::uuid or (aq.fan_id = ${personId}::uuid and a.state = 'delivered')
        or cq.fan_id = ${personId}::uuid))
      or (${guestId}::uuid is not null and (
        q.guest_id = ${guestId}::uuid or (aq.guest_id = ${guestId}::uuid and a.state = 'delivered')
        or cq.guest_id = ${guestId}::uuid)))
    limit 1`
  return row !== undefined
}

/** Returns whether a caller may see a video's pictures: with a ticket for it, or if they may play it. */
export async function maySeePicture(
  context: Context,
  caller: Caller,
  { videoId, ticket }: { videoId: string; ticket: string | undefined },
): Promise<boolean> {
  if (!idShape.safeParse(videoId).success) return false
  if (ticket !== undefined) {
    const now = (await context.clock.now()).getTime()
    return checkTicket(context.secrets.ticket, { mediaId: videoId, ticket }, now).ok
  }
  return mayWatch(context, caller, { videoId })
}
