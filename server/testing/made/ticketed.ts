import { randomUUID } from 'node:crypto'
import { mintTicket } from '../../media/play.ts'
import type { Around } from '../rights/requests.ts'
import type { Thing } from './thing.ts'

/** With the right ticket, of this purpose; a name that is none gets the one of another video or copy. */
export function ticketed(
  where: string,
  { videoId }: Thing,
  { world, purpose = 'ticket' }: Around & { purpose?: 'ticket' | 'exportTicket' },
): string {
  const mediaId = videoId.length === 36 ? videoId : randomUUID()
  const ticket = mintTicket(world.context.secrets[purpose], { mediaId, expiresAt: Date.now() + 60_000 })
  return `${where}${encodeURIComponent(videoId)}${where.includes('?') ? '&' : '?'}t=${ticket}`
}
