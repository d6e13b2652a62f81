import type { Role } from '../../sync/roles.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'

export type NewAccount = {
  /** Stored as it is if no person has this email yet. */
  person: {
    id: string
    firstName: string
    lastName: string
    email: string
    username: string | null
    birthDate: string | null
    city: string | null
    countryCode: string | null
  }
  role: Role
  /** Hashed before the transaction, from a checked password. */
  passwordHash: string
}

/**
 * Makes an account with its person, in one transaction. The caller has made sure that the address belongs to the
 * person. An email that already has an account keeps it unchanged, including the password; a placeholder with the
 * email is adopted under its id. Returns the person's id.
 */
export async function createAccount(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  { person, role, passwordHash }: NewAccount,
): Promise<{ personId: string; created: boolean }> {
  const email = person.email.toLowerCase()
  await insertPerson(tx, { ...person, email, role })
  const [known] = await tx<{ id: string; authId: string | null }[]>`
    select id, auth_id as "authId" from person where lower(email) = ${email} for update`
  if (!known) throw new InternalError('a person was there and is not')
  if (known.authId) return { personId: known.id, created: false }
  const userId = context.random.id()
  await insertUser(tx, { userId, email })
  await insertPassword(tx, { userId, accountId: context.random.id(), hash: passwordHash })
  await tx`update person set auth_id = ${userId}, role = ${role}, updated_at = app_now() where id = ${known.id}`
  return { personId: known.id, created: true }
}

/** Inserts the user without a name, because only `person` stores names. */
async function insertUser(
  tx: TxContext['tx'],
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx`insert into auth."user" (id, email, "emailVerified", "createdAt", "updatedAt")
    values (${userId}, ${email}, true, app_now(), app_now())`
}

type PasswordRow = { userId: string; accountId: string; hash: string }

/**
 * Stores the password as the sign-in library does: as an account of the provider `credential`, named after the
 * user.
 */
async function insertPassword(tx: TxContext['tx'], { userId, accountId, hash }: PasswordRow): Promise<void> {
  await tx`insert into auth.account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    values (${accountId}, ${userId}, 'credential', ${userId}, ${hash}, app_now(), app_now())`
}

type PersonRow = NewAccount['person'] & { role: Role }

async function insertPerson(tx: TxContext['tx'], row: PersonRow): Promise<void> {
  await tx`
    insert into person (id, role, username, first_name, last_name, email, birth_date, city, country_code)
    values (${row.id}, ${row.role}, ${row.username}, ${row.firstName}, ${row.lastName}, ${row.email},
      ${row.birthDate}, ${row.city}, ${row.countryCode})
    on conflict (lower(email)) do nothing`
}
