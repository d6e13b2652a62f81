import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import type { Asker } from '../../../sync/account/asker.ts'
import { ACTIVATION_LINK_MS } from '../../../sync/limits.ts'
import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { countOrdered } from '../../http/recipient-limit.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transact } from '../../transact.ts'
import { hashNewPassword } from '../password.ts'

/** The details of a sign-up, which the caller has checked. The call decides the role, never the client (D100). */
export type NewJoining = {
  role: 'basic' | 'creator'
  person: Asker
  username: string
  password: string
  /**
   * An athlete's profile or a fan's handles, stored as they are and written to the person when the account is
   * made.
   */
  profile: object | null
  /** The pictures that follow, at least one; the confirmation is mailed when the last of them has arrived. */
  awaited: PicturePlace[]
}

/** Checks whether a username is taken. */
export async function isUsernameTaken(on: Queryable, username: string): Promise<boolean> {
  const [row] = await on<{ taken: boolean }[]>`
    select exists (select from person where username = ${username}) as taken`
  return row?.taken ?? false
}

/**
 * Stores a sign-up and returns the token that uploads its pictures. Nothing takes effect before the mailed link
 * comes back with the password; the result is the same whether or not the address has an account (D43, D112).
 * Refuses `username-taken`, and what a password is refused for.
 */
export async function keepJoining(context: Context, joining: NewJoining): Promise<Result<JoinAnswer>> {
  if (await isUsernameTaken(context.sql, joining.username)) return refuse('username-taken')
  const { password, ...named } = joining
  const hashed = await hashNewPassword(context, password, { ...joining.person, ...named })
  if (!hashed.ok) return hashed
  const { random } = context
  const [joinId, mailId] = [random.id(), random.id()]
  const uploadToken = Buffer.from(random.bytes(32)).toString('base64url')
  const kept = { ...named, joinId, mailId, uploadHash: linkHash(uploadToken), passwordHash: hashed.value }
  await transact(context, (inside) => insertJoining(inside, kept))
  return done({ uploadToken })
}

type Kept = Omit<NewJoining, 'password'> & {
  joinId: string
  mailId: string
  uploadHash: string
  passwordHash: string
}

async function insertJoining({ context, tx }: TxContext, kept: Kept): Promise<void> {
  const { person, profile } = kept
  const tokenHash = linkHash(mailedToken(context.secrets.mailedLink, kept.mailId))
  await tx`
    insert into joining (id, role, token_hash, upload_hash, mail_id, awaited, email, first_name, last_name, birth_date,
      city, country_code, username, profile, password_hash, expires_at)
    values (${kept.joinId}, ${kept.role}, ${tokenHash}, ${kept.uploadHash}, ${kept.mailId}, ${kept.awaited},
      ${person.email.toLowerCase()}, ${person.firstName}, ${person.lastName}, ${person.birthDate}, ${person.city},
      ${person.countryCode}, ${kept.username}, ${profile && tx.json(profile as Record<string, string>)},
      ${kept.passwordHash}, app_now() + ${ACTIVATION_LINK_MS} * interval '1 millisecond')`
}

type ToMail = { joinId: string; mailId: string; role: NewJoining['role'] }

async function mailJoining(work: TxContext, { joinId, mailId, role }: ToMail): Promise<void> {
  const kind = role === 'creator' ? 'athlete-join' : 'fan-join'
  await tellAccount(work, { id: mailId, kind, personId: null, joinId })
}

/** Returns the sign-up of an upload token with the pictures it still waits for; null when it has ended. */
export async function joiningOfUpload(
  on: Queryable,
  uploadToken: string,
): Promise<{ joinId: string; awaited: string[] } | null> {
  const [row] = await on<{ joinId: string; awaited: string[] }[]>`
    select id as "joinId", awaited from joining
    where upload_hash = ${linkHash(uploadToken)} and expires_at > app_now()`
  return row ?? null
}

/**
 * Notes that a picture has arrived; with the last one, the confirmation is mailed, and its link works from then on.
 * Refuses `upload-not-expected`, and `too-many-requests` for the last one where the address was mailed too often in an
 * hour; it may be sent again.
 */
export async function countPicture(
  work: TxContext,
  joinId: string,
  place: PicturePlace,
): Promise<Result<true>> {
  const [row] = await work.tx<(ToMail & { left: number; email: string })[]>`
    update joining set awaited = array_remove(awaited, ${place}::text),
      expires_at = app_now() + ${ACTIVATION_LINK_MS} * interval '1 millisecond'
    where id = ${joinId} and ${place} = any (awaited) and expires_at > app_now()
    returning id as "joinId", mail_id as "mailId", role, email, cardinality(awaited) as left`
  if (!row) return refuse('upload-not-expected')
  if (row.left > 0) return done(true)
  const kind = row.role === 'creator' ? 'join-athlete' : 'join-fan'
  const counted = await countOrdered(work.context, work.tx, { kind, email: row.email })
  if (counted.ok) await mailJoining(work, row)
  return counted
}
