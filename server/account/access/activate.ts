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
 * Whether this is the password that was chosen with the sign-up of a mailed token, which never changes. Refusals:
 * `link-spent`, `wrong-chosen-password`.
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
 * Makes the account somebody signed up for, once `checkChosenPassword` has seen the password: whoever has only
 * one of them gets nothing, so that nobody's questions are adopted by another (D43, D111). A placeholder of the address
 * with the same birth date keeps its id, and with it every question; what others asked with the address is for its
 * owner to say (D117). The role is that of the form (S2-5.21, D100). Signs in. Refusals: `link-spent`,
 * `username-taken`. A step that fails undoes all of it, and is named to who waits.
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

/** The account with what its person said of themselves; null where the address has got one meanwhile. */
async function makeAccount(work: TxContext, joining: Joining): Promise<string | null> {
  const person = { ...joining, id: work.context.random.id() }
  const { personId, created } = await createAccount(work, {
    person,
    role: joining.role,
    passwordHash: joining.passwordHash,
    verified: true,
  })
  if (!created) return null
  await describePerson(work, personId, joining)
  await describeNetworks(work, personId, joining.id)
  if (joining.role === 'creator') await describeAthlete(work, personId, joining.id)
  await showPictures(work, personId, joining)
  return personId
}

/**
 * Whoever signs up twice is mailed two links. Both lead to one account, which takes all sign-ups of its address away, so
 * the address is locked before any of them: each would otherwise hold its own and wait for the other's.
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

/** What a placeholder said of itself was typed by whoever asked; this was typed by whoever has the inbox. */
async function describePerson({ tx }: TxContext, id: string, joining: Joining): Promise<void> {
  await tx`
    update person set first_name = ${joining.firstName}, last_name = ${joining.lastName},
      birth_date = ${joining.birthDate}, city = ${joining.city}, country_code = ${joining.countryCode},
      username = ${joining.username}, updated_at = app_now()
    where id = ${id}`
}

/** Where else they are found, as it was checked when it was sent (S2-5.13, S2-5.17). */
async function describeNetworks({ tx }: TxContext, id: string, joinId: string): Promise<void> {
  await tx`
    update person set instagram = j.instagram, tiktok = j.tiktok, x = j.x, updated_at = app_now()
    from (select p.* from joining, jsonb_to_record(profile) as p(instagram text, tiktok text, x text)
      where joining.id = ${joinId}) j
    where person.id = ${id}`
}

/** The profile as it was checked when it was sent (S2-7.12). */
async function describeAthlete({ tx }: TxContext, id: string, joinId: string): Promise<void> {
  await tx`
    update person set sport = j.sport, position = j.position, bio = j.bio, achievements = j.achievements,
      interests = j.interests, no_go_topics = j."noGoTopics", updated_at = app_now()
    from (select p.* from joining, jsonb_to_record(profile) as p(sport text, position text, bio text,
        achievements text[], interests text[], "noGoTopics" text)
      where joining.id = ${joinId}) j
    where person.id = ${id}`
}

/** The pictures that came after it. */
async function showPictures(work: TxContext, id: string, { id: joinId, username }: Joining): Promise<void> {
  const { pictureUrl, coverUrls } = await givePictures(work, joinId, { personId: id, username })
  await work.tx`
    update person set picture_url = ${pictureUrl}, cover_urls = ${coverUrls}, updated_at = app_now()
    where id = ${id}`
}
