import { TICKET_MS } from '../../../sync/media/ticket.ts'
import { mintTicket } from '../../media/play.ts'
import type { Ground } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

/**
 * P2: checks that no browser or proxy may keep a video that a reader watched. Otherwise the next reader in the same
 * browser, or behind the same proxy, would see the video after the right to it has ended.
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

/** Says whether a cache on the way may keep the response, by the loosest reading of its headers. */
const mayKeep = ({ ok, headers }: Response) =>
  ok && !/no-store|private|no-cache/.test(headers.get('cache-control') ?? '')
