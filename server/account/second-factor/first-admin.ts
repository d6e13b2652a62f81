import type {
  BeginFirstAdminCall,
  FirstAdminCall,
  NewSecondFactor,
  RecoveryCodes,
} from '../../../sync/account/safety.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { transact as inWork, type TxContext, transactOrRefuse } from '../../transact.ts'
import { beginSession } from '../access/begin-session.ts'
import { createAccount } from '../create-account.ts'
import { hashNewPassword } from '../password.ts'
import { type Person, personById } from '../person.ts'
import { enterTeam, type Invitation, invitationOf, renewAccount, spendInvitation } from '../team/offer.ts'
import { readNewKey, showNewKey } from './new-key.ts'
import { keepFactor } from './store.ts'

/** The path of the set-up link; the token follows the `#`. */
const SET_UP_PATH = '/setup'
const IDENTIFIER = 'first-admin'
const LINK_LIVES_MS = DAY_MS

/**
 * Returns the path of a link that makes the first admin, as long as no admin with a second factor exists; else
 * null. The link is valid for a day and is printed at every start until it is used. Its token is derived from its
 * row's id, so only its hash is stored. A configured token (ADMIN_SETUP_TOKEN) is valid until it is used and is
 * not printed, because the operator knows it. The caller shows the path to people and writes it to no log.
 */
export async function offerFirstAdmin(context: Context): Promise<string | null> {
  return inWork(context, async ({ tx }) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${IDENTIFIER}, 0))`
    if (await hasAdmin(tx)) {
      await tx`delete from auth.verification where identifier = ${IDENTIFIER}`
      return null
    }
    const configured = context.env.adminSetUpToken
    const [known] = await tx<{ id: string; value: string }[]>`
      select id, value from auth.verification where identifier = ${IDENTIFIER} and "expiresAt" > app_now()`
    // A configured token, or one made under another APP_SECRET, differs from the one derived from its id.
    const kept = known && tokenOf(context, known.id)
    if (kept && linkHash(kept) === known.value && !configured) return pathOf(kept)
    const id = context.random.id()
    const token = configured ?? tokenOf(context, id)
    const until = configured ? tx`'infinity'` : tx`app_now() + ${LINK_LIVES_MS} * interval '1 millisecond'`
    await tx`delete from auth.verification where identifier = ${IDENTIFIER}`
    await tx`
      insert into auth.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
      values (${id}, ${IDENTIFIER}, ${linkHash(token)}, ${until}, app_now(), app_now())`
    return configured ? null : pathOf(token)
  })
}

const pathOf = (token: string) => `${SET_UP_PATH}#token=${token}`
const tokenOf = ({ secrets }: Context, id: string) => mailedToken(secrets.mailedLink, `${IDENTIFIER} ${id}`)

async function hasAdmin(on: Queryable): Promise<boolean> {
  const [row] = await on`
    select from person p where p.role = 'admin' and (
      exists (select from second_factor f where f.user_id::text = p.auth_id)
      or exists (select from passkey k where k.user_id::text = p.auth_id)) limit 1`
  return row !== undefined
}

/**
 * Checks that a token makes a member of the team with this address: the first admin, while none exists, or an
 * invited member. Refuses `link-spent`, `invited-otherwise`.
 */
async function offered(on: Queryable, { token, email }: BeginFirstAdminCall): Promise<Result<true>> {
  const invite = await invitationOf(on, token)
  if (invite) return invite.email === email.toLowerCase() ? done(true) : refuse('invited-otherwise')
  const [link] = await on`
    select from auth.verification where value = ${linkHash(token)} and identifier = ${IDENTIFIER}
      and "expiresAt" > app_now()`
  return link && !(await hasAdmin(on)) ? done(true) : refuse('link-spent')
}

const purposeOf = (token: string) => `first admin ${linkHash(token)}`

/**
 * Shows the key of a new second factor to the holder of the first admin's link or of an invitation; the link
 * stays valid. Refuses `link-spent`, and `invited-otherwise` for an address other than the invited one.
 */
export async function beginFirstAdmin(
  { context, tx, now }: TxContext,
  { token, email }: BeginFirstAdminCall,
): Promise<Result<NewSecondFactor>> {
  const may = await offered(tx, { token, email })
  if (!may.ok) return may
  return done(showNewKey(context, { purpose: purposeOf(token), email, now }))
}

/**
 * Makes the first admin or an invited member, including the second factor, and signs them in; the link is spent.
 * Refuses `link-spent`, `invited-otherwise`, what a password is refused for, `set-up-expired`, `wrong-code`,
 * `address-taken`.
 */
export async function makeFirstAdmin(
  context: Context,
  { password, ...call }: FirstAdminCall,
  userAgent: string | null,
): Promise<Result<RecoveryCodes & { setCookie: string }>> {
  const may = await offered(context.sql, call)
  if (!may.ok) return may
  const hashed = await hashNewPassword(context, password, { ...call, role: 'admin', username: null })
  if (!hashed.ok) return hashed
  return transactOrRefuse(context, (work) =>
    insertFirstAdmin(work, { ...call, passwordHash: hashed.value }, userAgent),
  )
}

type Hashed = Omit<FirstAdminCall, 'password'> & { passwordHash: string }

async function insertFirstAdmin(
  work: TxContext,
  { token, passwordHash, sealed, code, ...named }: Hashed,
  userAgent: string | null,
): Promise<Result<RecoveryCodes & { setCookie: string }>> {
  const { context, now } = work
  const invite = await spendInvitation(work, token)
  if (invite && invite.email !== named.email.toLowerCase()) return refuse('invited-otherwise')
  if (!invite && !(await spendFirst(work, token))) return refuse('link-spent')
  const shown = readNewKey(context, { purpose: purposeOf(token), sealed, code, now })
  if (!shown.ok) return shown
  const userId = await accountFor(work, invite, { ...named, passwordHash })
  if (!userId) return refuse('address-taken')
  const recoveryCodes = await keepFactor(work, { userId, ...shown.value })
  if (!recoveryCodes) throw new InternalError('an account that was just made has a second factor')
  return done({ recoveryCodes, ...(await beginSession(work, userId, { userAgent, isFactorShown: true })) })
}

/** Spends the first admin's link. False where it has expired or an admin exists. */
async function spendFirst({ tx }: TxContext, token: string): Promise<boolean> {
  const spent = await tx`
    delete from auth.verification where value = ${linkHash(token)} and identifier = ${IDENTIFIER}
      and "expiresAt" > app_now() returning 1`
  return spent.length > 0 && !(await hasAdmin(tx))
}

/**
 * Returns the user id of the first admin or invited member: a new account, or their former one. Null where the
 * address belongs to someone else.
 */
async function accountFor(
  work: TxContext,
  invite: Invitation | null,
  { passwordHash, ...named }: Named & { passwordHash: string },
): Promise<string | null> {
  if (!invite) return (await createAdmin(work, named, passwordHash))?.authId ?? null
  const member =
    (await renewAccount(work, { ...named, invite, passwordHash })) ??
    (await createAdmin(work, named, passwordHash))
  if (!member) return null
  await enterTeam(work, { invite, personId: member.id })
  return member.authId
}

type Named = Pick<FirstAdminCall, 'firstName' | 'lastName' | 'email'>

async function createAdmin(work: TxContext, named: Named, passwordHash: string): Promise<Person | null> {
  const unsaid = { username: null, birthDate: null, city: null, countryCode: null }
  const person = { id: work.context.random.id(), ...named, ...unsaid }
  const { personId, created } = await createAccount(work, {
    person,
    role: 'admin',
    passwordHash,
  })
  return created ? personById(work.tx, personId) : null
}
