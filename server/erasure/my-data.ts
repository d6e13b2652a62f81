import type { MineAnswer } from '../../sync/account/mine.ts'
import { TICKET_MS } from '../../sync/media/ticket.ts'
import { CALLS } from '../../sync/paths.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { mintTicket } from '../media/play.ts'
import { type Owner, ownerOf } from './data-link.ts'
import { leavingOf } from './leave.ts'

/**
 * Returns what a data link opens: how much data exists, whether the owner is leaving, and the address of a copy.
 * Refuses what `ownerOf` refuses.
 */
export async function describeMine(context: Context, token: string): Promise<Result<MineAnswer>> {
  const owner = await ownerOf(context.sql, token)
  if (!owner.ok) return owner
  const { dataLinkId, email, personIds, authId } = owner.value
  const expiresAt = (await context.clock.now()).getTime() + TICKET_MS
  const ticket = mintTicket(context.secrets.exportTicket, { mediaId: dataLinkId, expiresAt })
  return done({
    email,
    hasAccount: authId !== null,
    ...(await countMine(context, personIds)),
    eraseAt: await leavingOf(context.sql, email),
    exportUrl: `${CALLS.exportMine}?of=${dataLinkId}&t=${ticket}`,
  })
}

type Counts = Omit<MineAnswer, 'email' | 'hasAccount' | 'eraseAt' | 'exportUrl'>
const NOTHING: Counts = {
  mayLeave: true,
  isAthlete: false,
  questions: 0,
  answers: 0,
  videos: 0,
  videoBytes: 0,
  openQuestions: 0,
}

async function countMine({ sql }: Context, personIds: Owner['personIds']): Promise<Counts> {
  const [row] = await sql<Counts[]>`
    with mine as (select collection, id from feed where reader = any (${personIds}::uuid[]) and not gone),
    asked as (select q.* from mine join question q using (id) where collection = 'questions'),
    answered as (select a.* from mine join answer a using (id) where collection = 'answers'),
    seen as (select served_bytes from media where state = 'stored' and id in (
      select media_id from asked union select media_id from answered
      union select c.media_id from asked join clarification c on c.question_id = asked.id and c.replied_at is not null))
    select exists (select from person where id = any (${personIds}::uuid[]) and role = 'creator') as "isAthlete",
      not exists (select from person where id = any (${personIds}::uuid[]) and role = 'admin' and closed_at is null) as "mayLeave",
      (select count(*) from asked)::int as questions, (select count(*) from answered)::int as answers,
      (select count(*) from asked where status in ('new', 'approved'))::int as "openQuestions",
      (select count(*) from seen)::int as videos, (select coalesce(sum(served_bytes), 0) from seen)::float8 as "videoBytes"`
  return row ?? NOTHING
}
