import { randomUUID } from 'node:crypto'
import { mintTicket } from '../../media/play.ts'
import type { Around } from '../rights/requests.ts'
import type { Thing } from './thing.ts'

/** With the right ticket; a name that is none gets the one of another video. */
export function ticketed(where: string, { videoId }: Thing, { world }: Around): string {
  const mediaId = videoId.length === 36 ? videoId : randomUUID()
  const ticket = mintTicket(world.context.secrets.ticket, { mediaId, expiresAt: Date.now() + 60_000 })
  return `${where}${encodeURIComponent(videoId)}${where.includes('?') ? '&' : '?'}t=${ticket}`
}
