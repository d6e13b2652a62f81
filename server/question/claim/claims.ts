import type { Claim, ClaimsAnswer } from '../../../sync/question/claim.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { firstOf } from '../../db/pages.ts'
import type { Queryable } from '../../db/sql.ts'
import { linkHash } from '../../notify/private-link.ts'

/**
 * The owner of an email address, who decides whether questions asked with it are theirs, and their account if one
 * can take the questions. An admin's account cannot, and neither can one that is leaving.
 */
export type Owner = { email: string; personId: string | null }

const MOST = 50

/**
 * Returns the unsettled questions asked with the caller's address by somebody who was not signed in; with a mailed
 * token, only its question. Refuses `sign-in-first`, and `link-spent` for a token that is no longer valid.
 */
export async function listClaims(
  on: Queryable,
  caller: Caller,
  token: string | undefined,
): Promise<Result<ClaimsAnswer>> {
  const owner = token === undefined ? await ownerOfSession(on, caller) : await ownerOfToken(on, token)
  if (!owner) return refuse(token === undefined ? 'sign-in-first' : 'link-spent')
  const asked = token === undefined ? { most: MOST + 1 } : { hash: linkHash(token) }
  const { shown, more } = firstOf(await claimsOf(on, owner.email, asked), MOST)
  return done({ claims: shown, more, hasAccount: owner.personId !== null })
}

/**
 * Returns the owner of the address that a mailed token was sent to, while its question is unsettled; otherwise
 * null.
 */
export async function ownerOfToken(on: Queryable, token: string): Promise<Owner | null> {
  const [row] = await on<Owner[]>`
    select lower(q.asker ->> 'email') as email, own.id as "personId"
    from question q join person p on p.id = q.fan_id and p.auth_id is null
    left join person own on own.auth_id is not null and own.role <> 'admin' and own.leaving_at is null
      and own.closed_at is null and lower(own.email) = lower(q.asker ->> 'email')
    where q.claim_hash = ${linkHash(token)}`
  return row ?? null
}

/** Returns the owner of the address of the signed-in account. */
export async function ownerOfSession(on: Queryable, { personId }: Caller): Promise<Owner | null> {
  const [row] = await on<Owner[]>`
    select lower(email) as email, case when role <> 'admin' then id end as "personId" from person
    where id = ${personId} and auth_id is not null`
  return row ?? null
}

type Asked = { hash?: string | null; most?: number | null }

/**
 * Returns the unsettled questions of an address, the latest first: all of them, at most `most`, or only the one
 * whose token has this hash.
 */
export async function claimsOf(
  on: Queryable,
  email: string,
  { hash = null, most = null }: Asked = {},
): Promise<Claim[]> {
  const rows = await on<(Omit<Claim, 'submittedAt'> & { submittedAt: Date })[]>`
    select q.id as "questionId", q.subject, q.asker ->> 'firstName' as "firstName",
      q.submitted_at as "submittedAt",
      json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'username', a.username) as athlete
    from question q join person p on p.id = q.fan_id and p.auth_id is null join person a on a.id = q.athlete_id
    where lower(q.asker ->> 'email') = ${email} and q.link_hash is not null
      ${hash === null ? on`` : on`and q.claim_hash = ${hash}`}
    order by q.submitted_at desc limit ${most}`
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt.getTime() }))
}
