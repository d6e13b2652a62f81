import type { ShowFactorCall } from '../../../sync/account/safety.ts'
import { FACTOR_COUNTS_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { inOneStatement } from '../../db/transaction.ts'
import { linkHash } from '../../notify/private-link.ts'
import { checkProof, isShown, type Proof } from './check.ts'
import { factorOf, waysOf } from './store.ts'

/**
 * Checks that the account of a session has no second factor, or has shown it in this session within the last ten
 * minutes. Refuses `step-up-wanted`, with the possible ways in `by`.
 */
export async function seeFactor(on: Queryable, sessionId: string): Promise<Result<true>> {
  const [session] = await on<Seen[]>`
    select "userId", ${isFresh(on, on`"factorAt"`)} as "isFresh" from auth.session where id = ${sessionId}`
  return session ? judged(on, session) : refuse('sign-in-first')
}

/** Checks the same for a mailed data link, where its address has an account. */
export async function seeFactorOfLink(on: Queryable, dataLinkId: string): Promise<Result<true>> {
  const [link] = await on<Seen[]>`
    select p.auth_id as "userId", ${isFresh(on, on`d.factor_at`)} as "isFresh"
    from mine_link d left join person p on lower(p.email) = d.email where d.id = ${dataLinkId}`
  return link ? judged(on, link) : refuse('link-spent')
}

type Seen = { userId: string | null; isFresh: boolean }

async function judged(on: Queryable, { userId, isFresh }: Seen): Promise<Result<true>> {
  const factor = userId && !isFresh ? await factorOf(on, userId) : null
  return factor ? refuse('step-up-wanted', { by: waysOf(factor) }) : done(true)
}

function isFresh(on: Queryable, at: ReturnType<Queryable>) {
  return on`coalesce(${at} > app_now() - ${FACTOR_COUNTS_MS} * interval '1 millisecond', false)`
}

/**
 * Shows the second factor again, for the session or for the account whose mailed link the token opens. It counts
 * for ten minutes. Refuses `sign-in-first`; `link-spent`; `changed-meanwhile` where the account has no factor;
 * `bad-shape` where nothing was shown; `wrong-code`, `wrong-passkey`, `too-many-requests`.
 */
export async function showFactor(
  context: Context,
  caller: Caller,
  { token, ...proof }: ShowFactorCall & Pick<Proof, 'url' | 'device'>,
): Promise<Result<object>> {
  const place = token ? await dataLinkOf(context.sql, token) : await sessionOf(context.sql, caller)
  if (!place) return refuse(token ? 'link-spent' : 'sign-in-first')
  if (!isShown(proof)) return refuse('bad-shape')
  if (!place.userId || !(await factorOf(context.sql, place.userId))) return refuse('changed-meanwhile')
  const checked = await checkProof(context, place.userId, proof)
  if (!checked.ok) return checked
  await inOneStatement(context.sql, (one) =>
    token
      ? one`update mine_link set factor_at = app_now() where id = ${place.id}`
      : one`update auth.session set "factorAt" = app_now() where id = ${place.id}`,
  )
  return done({})
}

type Place = { id: string; userId: string | null }

async function dataLinkOf(on: Queryable, token: string): Promise<Place | undefined> {
  const [link] = await on<Place[]>`
    select d.id, p.auth_id as "userId" from mine_link d left join person p on lower(p.email) = d.email
    where d.token_hash = ${linkHash(token)} and d.expires_at > app_now() and d.email <> ''`
  return link
}

async function sessionOf(on: Queryable, { sessionId }: Caller): Promise<Place | undefined> {
  if (!sessionId) return undefined
  const [session] = await on<Place[]>`select id, "userId" from auth.session where id = ${sessionId}`
  return session
}
