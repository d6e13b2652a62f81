import { type Caller, can, principalOf } from '../../sync/roles.ts'
import { id as idShape } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import { checkTicket } from '../media/play.ts'
import { linkOpensVideo } from '../question/fan-view.ts'

/**
 * Whether a caller may play a video (D39, D41): an admin every question's and the delivered answers', the athlete an
 * approved question's, the fan their own question's and the delivered answer's, whoever holds the private link, and
 * whoever uploaded it; the video of a reply to a clarification whoever may play the answer. A take that was not
 * delivered is its athlete's alone, an upload nobody asked with its owner's.
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

/** Whether a caller may see the pictures of a video: whoever may play it, or holds a ticket for it. */
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
