import type { Queryable } from '../../db/sql.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'

/** The purposes of a mailed token; a token for one purpose does nothing else. */
export type TokenPurpose = 'password-reset' | 'sign-in-link'

type NewToken = { mailId: string; purpose: TokenPurpose; userId: string | null; livesMs: number }

/**
 * Stores the hash of the token that a mail will carry, bound to its purpose and account, until it expires by the
 * app's clock. Without an account, the same statement binds it to nobody.
 */
export async function keepToken({ context, tx }: TxContext, token: NewToken): Promise<void> {
  const { mailId, purpose, userId, livesMs } = token
  const hash = linkHash(mailedToken(context.secrets.mailedLink, mailId))
  await tx`
    insert into auth.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    values (${context.random.id()}, ${boundTo(purpose, userId ?? 'nobody')}, ${hash},
      app_now() + ${livesMs} * interval '1 millisecond', app_now(), app_now())`
}

/**
 * Spends a token and returns the account it was bound to. Works once; null where the token is unknown, expired,
 * or for another purpose.
 */
export async function spendToken(
  { tx }: TxContext,
  token: string,
  purpose: TokenPurpose,
): Promise<string | null> {
  const [row] = await tx<{ identifier: string }[]>`
    delete from auth.verification where value = ${linkHash(token)} and "expiresAt" > app_now()
      and starts_with(identifier, ${boundTo(purpose, '')}) returning identifier`
  return row ? row.identifier.slice(boundTo(purpose, '').length) : null
}

/** Returns the account a token is bound to, without spending the token. */
export async function accountOfToken(
  on: Queryable,
  token: string,
  purpose: TokenPurpose,
): Promise<string | null> {
  const [row] = await on<{ identifier: string }[]>`
    select identifier from auth.verification where value = ${linkHash(token)} and "expiresAt" > app_now()
      and starts_with(identifier, ${boundTo(purpose, '')}) and identifier <> ${boundTo(purpose, 'nobody')}`
  return row ? row.identifier.slice(boundTo(purpose, '').length) : null
}

/** Invalidates every mailed token of an account that signs in or sets a password. */
export async function forgetTokens({ tx }: TxContext, userId: string): Promise<void> {
  const all = [boundTo('password-reset', userId), boundTo('sign-in-link', userId)]
  await tx`delete from auth.verification where identifier = any (${all})`
}

/**
 * Does the same and also closes the link to the person's own data, because a new password must close whatever was
 * open before.
 */
export async function closeEveryAccess(work: TxContext, userId: string): Promise<void> {
  await forgetTokens(work, userId)
  await work.tx`
    delete from mine_link where email = (select lower(email) from person where auth_id = ${userId})`
}

/**
 * Withdraws a change of address that was not made yet. Whoever was in the account may have asked for it, and one
 * mailbox may have confirmed it already.
 */
export async function withdrawEmailChange({ tx }: TxContext, personId: string): Promise<void> {
  await tx`delete from email_change where person_id = ${personId} and former_email is null`
}

function boundTo(purpose: TokenPurpose, userId: string): string {
  return `${purpose} ${userId}`
}
