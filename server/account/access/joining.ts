import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import type { Asker } from '../../../sync/account/asker.ts'
import { ACTIVATION_LINK_MS } from '../../../sync/limits.ts'
import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transact } from '../../transact.ts'
import { hashNewPassword } from '../password.ts'

/** What somebody signs up with, checked by whoever lets them: the role is the call's, never the client's (D100). */
export type NewJoining = {
  role: 'basic' | 'creator'
  person: Asker
  username: string
  password: string
  /** An athlete's, or a fan's handles: kept as it is, and written to the person when the account is. */
  profile: object | null
  /** Pictures that follow, one at least; the confirmation is mailed when the last of them is there. */
  awaited: PicturePlace[]
}

/** Whether somebody has a username already. */
export async function isUsernameTaken(on: Queryable, username: string): Promise<boolean> {
  const [row] = await on<{ taken: boolean }[]>`
    select exists (select from person where username = ${username}) as taken`
  return row?.taken ?? false
}

/**
 * Keeps what somebody signs up with. Nothing of it counts before the mailed link comes back with the password; whether
 * the address has an account changes nothing here (D43, D112). The token answered brings the pictures. Refusals: those
 * of a password, `username-taken`.
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

/** The sign-up whose pictures a token brings, and which it still waits for; null when it is over. */
export async function joiningOfUpload(
  on: Queryable,
  uploadToken: string,
): Promise<{ joinId: string; awaited: string[] } | null> {
  const [row] = await on<{ joinId: string; awaited: string[] }[]>`
    select id as "joinId", awaited from joining
    where upload_hash = ${linkHash(uploadToken)} and expires_at > app_now()`
  return row ?? null
}

/** A picture has come: with the last of them the confirmation is mailed. False when it was not waited for any more. */
export async function countPicture(work: TxContext, joinId: string, place: PicturePlace): Promise<boolean> {
  const [row] = await work.tx<(ToMail & { left: number })[]>`
    update joining set awaited = array_remove(awaited, ${place}::text)
    where id = ${joinId} and ${place} = any (awaited) and expires_at > app_now()
    returning id as "joinId", mail_id as "mailId", role, cardinality(awaited) as left`
  if (row?.left === 0) await mailJoining(work, row)
  return row !== undefined
}
