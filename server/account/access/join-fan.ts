import type { ActivateFanCall, JoinFanCall, UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { checkAsker } from '../../../sync/account/asker.ts'
import { ACTIVATION_LINK_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Queryable } from '../../db/sql.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { tellAccount } from '../../notify/tell.ts'
import type { Work } from '../../work.ts'
import { hashPassword, isPassword } from '../auth.ts'
import { createAccount } from '../create-account.ts'
import { checkNewPassword } from '../password.ts'
import { personById } from '../person.ts'
import { beginSession } from './begin-session.ts'

/** Whether a username is somebody's already: told at once, unlike an address (D112). */
export async function askUsername(on: Queryable, username: string): Promise<UsernameAnswer> {
  const [row] = await on<{ taken: boolean }[]>`
    select exists (select from person where username = ${username}) as taken`
  return { taken: row?.taken ?? false }
}

/**
 * Keeps what a fan signs up with and mails the address a link. Nothing of it counts before the link comes back with the
 * password; an address that has an account is told so in its inbox, and nowhere else (D43, D112). Refusals:
 * `under-age`, `bad-birth-date`, `unknown-country` (D11), those of a password, `username-taken` (S2-5.19).
 */
export async function joinFan(work: Work, call: JoinFanCall): Promise<Result<object>> {
  const allowed = checkAsker(call.person, work.now.getTime())
  if (!allowed.ok) return allowed
  const good = checkNewPassword(call.password, 'basic')
  if (!good.ok) return good
  if ((await askUsername(work.tx, call.username)).taken) return refuse('username-taken')
  const { random } = work.context
  const [joinId, mailId] = [random.id(), random.id()]
  await keepJoin(work, { ...call, joinId, mailId, hash: await hashPassword(call.password) })
  await tellAccount(work, { id: mailId, kind: 'fan-join', personId: null, joinId })
  return done({})
}

type Kept = Pick<JoinFanCall, 'person' | 'username'> & { joinId: string; mailId: string; hash: string }

async function keepJoin(
  { context, tx }: Work,
  { person, username, joinId, mailId, hash }: Kept,
): Promise<void> {
  const tokenHash = linkHash(mailedToken(context.secrets.mailedLink, mailId))
  await tx`
    insert into fan_join (id, token_hash, email, first_name, last_name, birth_date, city, country_code, username,
      password_hash, expires_at)
    values (${joinId}, ${tokenHash}, ${person.email.toLowerCase()}, ${person.firstName}, ${person.lastName},
      ${person.birthDate}, ${person.city}, ${person.countryCode}, ${username}, ${hash},
      app_now() + ${ACTIVATION_LINK_MS} * interval '1 millisecond')`
}

type JoinRow = {
  email: string
  firstName: string
  lastName: string
  birthDate: string
  city: string
  countryCode: string
  username: string
  passwordHash: string
}

/**
 * Makes the account a fan signed up for, from the mailed token and the chosen password together: whoever has only one
 * of them gets nothing, so that nobody's questions are adopted by another (D43, D111). A placeholder of the address
 * keeps its id, and with it every question; the role is always basic (S2-5.21). Signs in. Refusals: `link-spent`,
 * `wrong-chosen-password`, `username-taken`.
 */
export async function activateFan(
  work: Work,
  { token, password, username }: ActivateFanCall,
): Promise<Result<{ setCookie: string }>> {
  const join = await joinOf(work, token)
  if (!join) return refuse('link-spent')
  if (!(await isPassword(password, join.passwordHash))) return refuse('wrong-chosen-password')
  const wanted = { ...join, username: username ?? join.username }
  if ((await askUsername(work.tx, wanted.username)).taken) return refuse('username-taken')
  const person = { ...wanted, id: work.context.random.id() }
  const { personId, created } = await createAccount(work, { person, role: 'basic', password, verified: true })
  if (!created) return refuse('link-spent')
  await describePerson(work, personId, wanted)
  await work.tx`delete from fan_join where email = ${join.email}`
  const made = await personById(work.tx, personId)
  if (!made?.authId) throw new Error('an account was made and is not there')
  return done(await beginSession(work, made.authId))
}

async function joinOf({ tx }: Work, token: string): Promise<JoinRow | null> {
  const [row] = await tx<JoinRow[]>`
    select email, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", city,
      country_code as "countryCode", username, password_hash as "passwordHash"
    from fan_join where token_hash = ${linkHash(token)} and expires_at > app_now() for update`
  return row ?? null
}

/** What a placeholder said of itself was typed by whoever asked; this was typed by whoever has the inbox. */
async function describePerson({ tx }: Work, id: string, join: JoinRow): Promise<void> {
  await tx`
    update person set first_name = ${join.firstName}, last_name = ${join.lastName}, birth_date = ${join.birthDate},
      city = ${join.city}, country_code = ${join.countryCode}, username = ${join.username}, updated_at = app_now()
    where id = ${id}`
}
