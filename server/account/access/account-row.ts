import type { Queryable, Tx } from '../../db/sql.ts'
import type { PasswordOwner } from '../password.ts'

/** An account with its person; the hash is of its password. `isClosed`: closed by the team for good (D52). */
export type AccountRow = PasswordOwner & {
  userId: string
  personId: string
  passwordHash: string | null
  isClosed: boolean
}

/** Returns the account of an address, ignoring case; a placeholder person is not an account. */
export async function accountByEmail(on: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await on<AccountRow[]>`
    ${columns(on)} where lower(p.email) = ${email.trim().toLowerCase()} and p.auth_id is not null`
  return row ?? null
}

/** Returns the account with this user id; null for any other text. */
export async function accountByUser(on: Queryable, userId: string): Promise<AccountRow | null> {
  const [row] = await on<AccountRow[]>`${columns(on)} where p.auth_id = ${userId}`
  return row ?? null
}

/**
 * Checks whether the stored hash is still the one that a password was compared with. A comparison may wait in line
 * while the password is replaced; until this transaction ends, it cannot be.
 */
export async function isStillHash(tx: Tx, userId: string, hash: string | null): Promise<boolean> {
  const [row] = await tx<{ password: string | null }[]>`
    select password from auth.account where "userId" = ${userId} and "providerId" = 'credential' for share`
  return row !== undefined && row.password === hash
}

function columns(on: Queryable) {
  return on`
    select p.auth_id as "userId", p.id as "personId", p.role, p.email, p.username, p.first_name as "firstName",
      p.last_name as "lastName", a.password as "passwordHash",
      p.closed_at is not null as "isClosed"
    from person p left join auth.account a on a."userId"::text = p.auth_id and a."providerId" = 'credential'`
}
