import { MINE_LINK_MS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import { accountByEmail, isStillHash } from '../account/access/account-row.ts'
import { personById } from '../account/person.ts'
import { seeFactorOfLink } from '../account/second-factor/step-up.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { tellAccount } from '../notify/enqueue.ts'
import { mailedToken } from '../notify/mailed-token.ts'
import { linkHash } from '../notify/private-link.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'

/** The owner of the data that a link opens: an address, and its people if there are any. */
export type Owner = {
  dataLinkId: string
  email: string
  /** The person of the account; without an account, everybody who asked with the address. */
  personIds: string[]
  authId: string | null
}

/**
 * Mails an address the link to everything that is kept about it, with or without an account. Whether anything is
 * kept changes neither the answer nor the rows written (D112).
 */
export async function mailMineLink(work: TxContext, typed: string): Promise<object> {
  const email = typed.trim().toLowerCase()
  const known = await isKnown(work.tx, email)
  const { random, secrets } = work.context
  const [dataLinkId, mailId] = [random.id(), random.id()]
  await keepDataLink(work, {
    dataLinkId,
    email: known ? email : '',
    token: mailedToken(secrets.mailedLink, mailId),
  })
  await tellAccount(work, {
    id: mailId,
    kind: 'mine-link',
    personId: null,
    ...(known && { addressIn: dataLinkId }),
  })
  return {}
}

/**
 * Makes the same link for an account, after its password was typed again. Refuses `sign-in-first`;
 * `wrong-current-password`, also if the password was replaced while it was compared.
 */
export async function openMine(
  context: Context,
  caller: Caller,
  password: string,
): Promise<Result<{ token: string }>> {
  const person = caller.personId ? await personById(context.sql, caller.personId) : null
  if (!person) return refuse('sign-in-first')
  const account = await accountByEmail(context.sql, person.email)
  const isRight = await context.passwords.verify(password, account?.passwordHash ?? null)
  if (!account || !isRight) return refuse('wrong-current-password')
  const token = Buffer.from(context.random.bytes(32)).toString('base64url')
  const email = person.email.toLowerCase()
  const link = { dataLinkId: context.random.id(), email, token, sessionId: caller.sessionId }
  return transactOrRefuse(context, async (work) => {
    if (!(await isStillHash(work.tx, account.userId, account.passwordHash)))
      return refuse('wrong-current-password')
    await keepDataLink(work, link)
    return done({ token })
  })
}

type DataLink = {
  dataLinkId: string
  email: string
  token: string
  /** The session whose second factor, with the time it was shown, counts for the link as well. */
  sessionId?: string | null
}

async function keepDataLink(
  { tx }: TxContext,
  { dataLinkId, email, token, sessionId = null }: DataLink,
): Promise<void> {
  await tx`
    insert into mine_link (id, token_hash, email, expires_at, factor_at)
    values (${dataLinkId}, ${linkHash(token)}, ${email}, app_now() + ${MINE_LINK_MS} * interval '1 millisecond',
      (select "factorAt" from auth.session where id = ${sessionId}))`
}

/** Checks every table in which an address may occur without an account. */
async function isKnown(on: Queryable, email: string): Promise<boolean> {
  const [row] = await on<{ known: boolean }[]>`
    select exists (select from person where lower(email) = ${email} or claimed_email = ${email})
      or exists (select from prepared_ask where lower(asker ->> 'email') = ${email})
      or exists (select from joining where email = ${email})
      or exists (select from contact_form where lower(email) = ${email})
      or exists (select from athlete_form where lower(email) = ${email}) as known`
  return row?.known ?? false
}

/**
 * Returns the owner of the data that a token opens; it works repeatedly until it expires. Refuses `link-spent`,
 * and `step-up-wanted` where the address has an account whose second factor was not shown at this link in the
 * last ten minutes, because access to the mailbox alone must open nothing (ASVS 6.3.4).
 */
export async function ownerOf(on: Queryable, token: string): Promise<Result<Owner>> {
  const owner = await findOwner(on, on`d.token_hash = ${linkHash(token)}`)
  if (!owner) return refuse('link-spent')
  const seen = await seeFactorOfLink(on, owner.dataLinkId)
  return seen.ok ? done(owner) : seen
}

/** Returns the owner by the link's id, for the holder of a ticket for it. */
export async function ownerOfLinkId(on: Queryable, dataLinkId: string): Promise<Owner | null> {
  return findOwner(on, on`d.id::text = ${dataLinkId}`)
}

async function findOwner(on: Queryable, which: ReturnType<Queryable>): Promise<Owner | null> {
  const [row] = await on<Owner[]>`
    select d.id as "dataLinkId", d.email, p.auth_id as "authId", case when p.id is not null then array[p.id]
      else array(select c.id from person c where c.claimed_email = d.email order by c.id) end as "personIds"
    from mine_link d left join person p on lower(p.email) = d.email
    where ${which} and d.expires_at > app_now() and d.email <> ''`
  return row ?? null
}
