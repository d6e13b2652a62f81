import { MINE_LINK_MS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import { accountByEmail } from '../account/access/account-row.ts'
import { personById } from '../account/person.ts'
import { seeFactorOfLink } from '../account/second-factor/step-up.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { tellAccount } from '../notify/enqueue.ts'
import { mailedToken } from '../notify/mailed-token.ts'
import { linkHash } from '../notify/private-link.ts'
import { transact as inWork, type TxContext } from '../transact.ts'

/** Whose data a link opens: an address, and its person where there is one. */
export type Owner = {
  dataLinkId: string
  email: string
  /** The account; without one, whoever asked with the address. */
  personIds: string[]
  authId: string | null
}

/**
 * Mails an address the link to everything that is kept about it, account or not. Whether anything is kept changes neither
 * the answer nor what is written for it (D112).
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

/** The same link for an account, by its password typed again. Refusals: `sign-in-first`, `wrong-current-password`. */
export async function openMine(
  context: Context,
  caller: Caller,
  password: string,
): Promise<Result<{ token: string }>> {
  const person = caller.personId ? await personById(context.sql, caller.personId) : null
  if (!person) return refuse('sign-in-first')
  const account = await accountByEmail(context.sql, person.email)
  if (!(await context.passwords.verify(password, account?.passwordHash ?? null)))
    return refuse('wrong-current-password')
  const token = Buffer.from(context.random.bytes(32)).toString('base64url')
  const email = person.email.toLowerCase()
  const link = { dataLinkId: context.random.id(), email, token, sessionId: caller.sessionId }
  await inWork(context, (work) => keepDataLink(work, link))
  return done({ token })
}

type DataLink = {
  dataLinkId: string
  email: string
  token: string
  /** Whose second factor, shown as lately as it was, counts for the link as well. */
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

/** Everywhere an address may stand without an account. */
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
 * Whose data a token opens, again and again until it is over. Refusals: `link-spent`; `step-up-wanted` where the address
 * has an account with a second factor, which was not shown at this link within ten minutes: the mailbox alone opens
 * nothing (ASVS 6.3.4).
 */
export async function ownerOf(on: Queryable, token: string): Promise<Result<Owner>> {
  const owner = await findOwner(on, on`d.token_hash = ${linkHash(token)}`)
  if (!owner) return refuse('link-spent')
  const seen = await seeFactorOfLink(on, owner.dataLinkId)
  return seen.ok ? done(owner) : seen
}

/** The same by the link's id, for whoever shows a ticket for it. */
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
