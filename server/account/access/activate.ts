import type { ActivateCall } from '../../../sync/account/account-calls.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { InternalError } from '../../log.ts'
import { givePictures } from '../../media/pictures/keep-picture.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'
import { createAccount } from '../create-account.ts'
import { personById } from '../person.ts'
import { type Adopt, historyOf, inStep, mustOwnConversations, mustOwnQuestions, standUp } from './adoption.ts'
import { beginSession } from './begin-session.ts'
import { isUsernameTaken } from './joining.ts'

type Joining = {
  id: string
  role: 'basic' | 'creator'
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
 * Checks whether this is the password that was chosen at sign-up, for the sign-up of a mailed token. That
 * password never changes. Refuses `link-spent`, `wrong-chosen-password`.
 */
export async function checkChosenPassword(
  { sql, passwords }: Context,
  { token, password }: ActivateCall,
): Promise<Result<true>> {
  const [kept] = await sql<{ passwordHash: string }[]>`
    select password_hash as "passwordHash" from joining
    where token_hash = ${linkHash(token)} and expires_at > app_now()`
  if (!kept) return refuse('link-spent')
  return (await passwords.verify(password, kept.passwordHash)) ? done(true) : refuse('wrong-chosen-password')
}

/**
 * Makes the account of a sign-up, after `checkChosenPassword` has verified the password; token and password are
 * both required, so that nobody can adopt another person's questions (D43, D111). A placeholder with the same
 * address and birth date keeps its id and therefore all its questions; the owner decides about other questions
 * asked with the address (D117). The role is that of the form (S2-5.21, D100). Signs the person in. Refuses
 * `link-spent`, `username-taken`. If a step fails, everything is rolled back and the user is told which step.
 */
export async function activate(
  work: TxContext,
  { token, username }: ActivateCall,
  { userAgent, adopt }: { userAgent: string | null; adopt: Adopt },
): Promise<Result<{ setCookie: string }>> {
  const kept = await joiningOf(work, token)
  if (!kept) return refuse('link-spent')
  const joining = { ...kept, username: username ?? kept.username }
  if (await isUsernameTaken(work.tx, joining.username)) return refuse('username-taken')
  const others = await inStep('conversations', () => standUp(work.tx, joining))
  const before = await inStep('conversations', () => historyOf(work.tx, joining.email))
  const personId = await inStep('profile', () => makeAccount(work, joining))
  if (!personId) return refuse('link-spent')
  await inStep('conversation', () => mustOwnConversations(work.tx, personId, before.conversations))
  await inStep('messages', () => mustOwnQuestions(work.tx, personId, before.questions))
  await inStep('messages', () => adopt(work, personId, others))
  await work.tx`delete from joining where email = ${joining.email}`
  const made = await personById(work.tx, personId)
  if (!made?.authId) throw new InternalError('an account was made and is not there')
  return done(await beginSession(work, made.authId, { userAgent }))
}

/**
 * Makes the account with the personal details of its sign-up; null where the address has got an account in the
 * meantime.
 */
async function makeAccount(work: TxContext, joining: Joining): Promise<string | null> {
  const person = { ...joining, id: work.context.random.id() }
  const { personId, created } = await createAccount(work, {
    person,
    role: joining.role,
    passwordHash: joining.passwordHash,
  })
  if (!created) return null
  await describePerson(work, personId, joining)
  await describeNetworks(work, personId, joining.id)
  if (joining.role === 'creator') await describeAthlete(work, personId, joining.id)
  await showPictures(work, personId, joining)
  return personId
}

/**
 * Returns the sign-up of a token and locks its address. A person who signs up twice gets two links, both for the
 * same account, and activating one deletes all sign-ups of the address. Without the lock, two activations would
 * each hold one sign-up and wait for the other.
 */
async function joiningOf({ tx }: TxContext, token: string): Promise<Joining | null> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended('sign-ups of ' || email, 0)) from joining
    where token_hash = ${linkHash(token)}`
  const [row] = await tx<Joining[]>`
    select id, role, email, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", city,
      country_code as "countryCode", username, password_hash as "passwordHash"
    from joining where token_hash = ${linkHash(token)} and expires_at > app_now() for update`
  return row ?? null
}

/** Replaces the details of a placeholder, which an asker typed, by those typed by the owner of the inbox. */
async function describePerson({ tx }: TxContext, id: string, joining: Joining): Promise<void> {
  await tx`
    update person set first_name = ${joining.firstName}, last_name = ${joining.lastName},
      birth_date = ${joining.birthDate}, city = ${joining.city}, country_code = ${joining.countryCode},
      username = ${joining.username}, updated_at = app_now()
    where id = ${id}`
}

/** Stores the handles at social networks, which were checked at sign-up (S2-5.13, S2-5.17). */
async function describeNetworks({ tx }: TxContext, id: string, joinId: string): Promise<void> {
  await tx`
    update person set instagram = j.instagram, tiktok = j.tiktok, x = j.x, updated_at = app_now()
    from (select p.* from joining, jsonb_to_record(profile) as p(instagram text, tiktok text, x text)
      where joining.id = ${joinId}) j
    where person.id = ${id}`
}

/** Stores the athlete's profile, which was checked at sign-up (S2-7.12). */
async function describeAthlete({ tx }: TxContext, id: string, joinId: string): Promise<void> {
  await tx`
    update person set sport = j.sport, position = j.position, bio = j.bio, achievements = j.achievements,
      interests = j.interests, no_go_topics = j."noGoTopics", updated_at = app_now()
    from (select p.* from joining, jsonb_to_record(profile) as p(sport text, position text, bio text,
        achievements text[], interests text[], "noGoTopics" text)
      where joining.id = ${joinId}) j
    where person.id = ${id}`
}

/** Stores the pictures that followed the sign-up. */
async function showPictures(work: TxContext, id: string, { id: joinId, username }: Joining): Promise<void> {
  const { pictureUrl, coverUrls } = await givePictures(work, joinId, { personId: id, username })
  await work.tx`
    update person set picture_url = ${pictureUrl}, cover_urls = ${coverUrls}, updated_at = app_now()
    where id = ${id}`
}
