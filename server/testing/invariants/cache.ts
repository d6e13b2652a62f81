import { mintTicket, TICKET_MS } from '../../media/play.ts'
import type { Ground } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

/**
 * P2: a video that somebody watched is not shown once more to whoever comes after them, in the same browser or behind
 * the same proxy, when the right to it has ended: nothing between here and the screen may keep it.
 */
export async function shownAgain(ground: Ground): Promise<Violation[]> {
  const { sql, secrets, request, advance } = ground
  const [video] = await sql<{ id: string; now: Date }[]>`
    select id, app_now() as now from media where state = 'stored' order by id limit 1`
  if (!video) return []
  const cache = new Map<string, Response>()
  const look = async (url: string) => {
    const kept = cache.get(url)
    if (kept) return kept
    const answer = await request(0, `http://localhost:3000${url}`, { headers: { range: 'bytes=0-9' } })
    await answer.body?.cancel()
    if (mayKeep(answer)) cache.set(url, answer)
    return answer
  }
  const ticket = mintTicket(secrets.ticket, {
    mediaId: video.id,
    expiresAt: video.now.getTime() + TICKET_MS - 1_000,
  })
  const url = `/media/${video.id}?t=${ticket}`
  const first = await look(url)
  await advance(TICKET_MS)
  const later = await look(url)
  if (first.ok && !later.ok) return []
  return [
    {
      invariant: 'P2',
      says: first.ok ? 'a video is shown to whoever comes after its reader' : 'a stored video is not shown',
      rows: [{ id: video.id, first: first.status, later: later.status, headers: [...first.headers] }],
    },
  ]
}

/** As any cache on the way may understand the headers. */
const mayKeep = ({ ok, headers }: Response) =>
  ok && !/no-store|private|no-cache/.test(headers.get('cache-control') ?? '')
