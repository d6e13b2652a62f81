import type { Claim, ClaimsAnswer } from '../../../sync/question/claim.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { firstOf } from '../../db/pages.ts'
import type { Queryable } from '../../db/sql.ts'
import { linkHash } from '../../notify/private-link.ts'

/**
 * Whoever says whether questions are theirs: the owner of an address, and its account where there is one that can have them.
 * The team asks nothing, and whoever is leaving takes nothing in.
 */
export type Owner = { email: string; personId: string | null }

const MOST = 50

/**
 * What was asked with the caller's address while nobody was signed in and is not settled; with a mailed token, its question
 * alone. Refuses `sign-in-first`, and `link-spent` for a token that is over.
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

/** The owner of the address a mailed token was sent to, as long as its question is unsettled. */
export async function ownerOfToken(on: Queryable, token: string): Promise<Owner | null> {
  const [row] = await on<Owner[]>`
    select lower(q.asker ->> 'email') as email, own.id as "personId"
    from question q join person p on p.id = q.fan_id and p.auth_id is null
    left join person own on own.auth_id is not null and own.role <> 'admin' and own.leaving_at is null
      and own.closed_at is null and lower(own.email) = lower(q.asker ->> 'email')
    where q.claim_hash = ${linkHash(token)}`
  return row ?? null
}

/** The owner of the address of whoever is signed in. */
export async function ownerOfSession(on: Queryable, { personId }: Caller): Promise<Owner | null> {
  const [row] = await on<Owner[]>`
    select lower(email) as email, case when role <> 'admin' then id end as "personId" from person
    where id = ${personId} and auth_id is not null`
  return row ?? null
}

type Asked = { hash?: string | null; most?: number | null }

/** The unsettled questions of an address, the latest first: all of them, so many at most, or the one whose token has this hash. */
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
