import { SHARES_MOST, type ShareCall, type SharesAnswer } from '../../../sync/answer/share.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { linkHash, linkToken } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'

/**
 * Returns the token of a shared link. It is derived from the link's id and never stored, and it differs from every
 * private link's token.
 */
function shareToken({ secrets }: Pick<Context, 'secrets'>, linkId: string): string {
  return linkToken(secrets.privateLink, `share|${linkId}`, 1)
}

/** Returns the question of a private link whose answer is delivered. Refuses `not-found`, `answer-missing`. */
async function answeredBehind(on: Queryable, token: string): Promise<Result<{ questionId: string }>> {
  const [row] = await on<{ questionId: string; isThere: boolean }[]>`
    select q.id as "questionId", exists (select from answer a where a.question_id = q.id and a.state = 'delivered') as "isThere"
    from question q where q.link_hash = ${linkHash(token)}`
  if (!row) return refuse('not-found')
  return row.isThere ? done({ questionId: row.questionId }) : refuse('answer-missing')
}

/**
 * Makes a shared link for the holder of a private link. It shows the question and its answer, without the money and
 * without any actions. Refuses `not-found`, `answer-missing`, `id-taken`, `share-links-enough`.
 */
export async function shareAnswer(
  { context, tx }: TxContext,
  { token, linkId, name }: ShareCall,
): Promise<Result<{ path: string }>> {
  const behind = await answeredBehind(tx, token)
  if (!behind.ok) return behind
  const { questionId } = behind.value
  await tx`select from question where id = ${questionId} for no key update`
  const [out] = await tx<{ count: number }[]>`
    select count(*)::int as count from share_link where question_id = ${questionId} and revoked_at is null`
  if ((out?.count ?? 0) >= SHARES_MOST) return refuse('share-links-enough')
  const shared = shareToken(context, linkId)
  const [made] = await tx`
    insert into share_link (id, question_id, name, hash) values (${linkId}, ${questionId}, ${name}, ${linkHash(shared)})
    on conflict do nothing returning id`
  return made ? done({ path: `/view/${shared}` }) : refuse('id-taken')
}

/** Returns the active shared links to the holder of the private link. Refuses `not-found`, `answer-missing`. */
export async function listShares(context: Context, token: string): Promise<Result<SharesAnswer>> {
  const behind = await answeredBehind(context.sql, token)
  if (!behind.ok) return behind
  const rows = await context.sql<{ id: string; name: string; createdAt: Date }[]>`
    select id, name, created_at as "createdAt" from share_link
    where question_id = ${behind.value.questionId} and revoked_at is null order by created_at desc, id`
  const shares = rows.map(({ id, name, createdAt }) => ({
    id,
    name,
    path: `/view/${shareToken(context, id)}`,
    createdAt: createdAt.getTime(),
  }))
  return done({ shares })
}

/** Revokes a shared link from this commit on. Refuses `not-found`. */
export async function revokeShare(
  { tx }: TxContext,
  { token, linkId }: { token: string; linkId: string },
): Promise<Result<Record<string, never>>> {
  const [revoked] = await tx`
    update share_link s set revoked_at = app_now() from question q
    where s.id = ${linkId} and s.revoked_at is null and q.id = s.question_id and q.link_hash = ${linkHash(token)}
    returning s.id`
  return revoked ? done({}) : refuse('not-found')
}

/**
 * Returns the question behind a shared link; `hash` is that of the private link while there is one. Null for any
 * other token.
 */
export async function sharedQuestion(
  on: Queryable,
  token: string,
): Promise<{ questionId: string; hash: string | null; isRevoked: boolean } | null> {
  const [row] = await on<{ questionId: string; hash: string | null; isRevoked: boolean }[]>`
    select s.question_id as "questionId", q.link_hash as hash, s.revoked_at is not null as "isRevoked"
    from share_link s join question q on q.id = s.question_id where s.hash = ${linkHash(token)}`
  return row ?? null
}
