import { createHash } from 'node:crypto'
import type { Asker } from '../../sync/account/asker.ts'
import { NOBODYS_PLACE } from '../../sync/account/mine.ts'
import { principalOf } from '../../sync/roles.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'

/**
 * Returns the person for an asker without an account, by exactly what they typed (S1-4.11): the same details are
 * the same person, other details another one. Never returns an account, even if one has the address (D117), nor
 * somebody who is leaving.
 */
export async function findOrCreateFan(work: TxContext, asker: Asker): Promise<string> {
  const { context, tx } = work
  const id = context.random.id()
  const key = claimKey(asker)
  const [made] = await tx<{ id: string }[]>`
    insert into person (id, role, first_name, last_name, email, claimed_email, claim_key, birth_date, city, country_code)
    values (${id}, 'basic', ${asker.firstName}, ${asker.lastName}, ${id + NOBODYS_PLACE},
      ${asker.email.toLowerCase() || null}, ${key}, ${asker.birthDate}, ${asker.city}, ${asker.countryCode})
    on conflict (claim_key) do nothing returning id`
  if (made) return made.id
  // A build before this one left the key with people who leave.
  const released = await tx`
    update person set claim_key = null where claim_key = ${key} and leaving_at is not null returning id`
  if (released.length > 0) return findOrCreateFan(work, asker)
  const [known] = await tx<{ id: string }[]>`select id from person where claim_key = ${key}`
  if (!known) throw new InternalError('a placeholder was there and is not')
  return known.id
}

function claimKey({ email, firstName, lastName, birthDate, city, countryCode }: Asker): string {
  const typed = [email, firstName, lastName, birthDate, city, countryCode].map((each) => each.toLowerCase())
  return createHash('sha256').update(JSON.stringify(typed)).digest('hex')
}

type Asking = { personId: string | null; guestId: string | null }

/**
 * Checks whether the asker has never had an approved or pending question with this athlete (S1-7.5, D20). One that
 * was answered counts whatever status the team gave it later. Only what this account or this browser did counts,
 * because a typed address must not reveal what its owner asked. A free first question that a browser asked counts
 * as its own also once an account has taken the question in.
 */
export async function isFirstTime(
  { tx }: Pick<TxContext, 'tx'>,
  athleteId: string,
  { personId, guestId }: Asking,
): Promise<boolean> {
  const principal = principalOf({ personId, guestId })
  const [row] = await tx<{ known: boolean }[]>`
    select exists (select from question q where q.athlete_id = ${athleteId}
      and (q.fan_id = ${personId}::uuid or q.guest_id = ${guestId}::uuid or q.free_key = ${principal})
      and (q.status not in ('rejected', 'athlete rejected')
        or exists (select from answer a where a.question_id = q.id and a.state = 'delivered'))) as known`
  return !row?.known
}

/**
 * Returns the address of an asker. For an account it is the account's own, whatever was typed, because the
 * account is the asker (D117).
 */
export async function addressOfAsker(
  { tx }: Pick<TxContext, 'tx'>,
  personId: string | null,
  typed: string,
): Promise<string> {
  const [own] = personId ? await tx<{ email: string }[]>`select email from person where id = ${personId}` : []
  return own?.email ?? typed
}

/** Deletes a placeholder that nothing refers to now. */
export async function forgetGuestPerson({ tx }: TxContext, personId: string): Promise<void> {
  await tx`select from person where id = ${personId} for update`
  await tx`
    delete from person p where id = ${personId} and auth_id is null and role = 'basic'
      and not exists (select from conversation where fan_id = p.id) and not exists (select from question where fan_id = p.id)
      and not exists (select from prepared_ask where person_id = p.id) and not exists (select from mail where person_id = p.id)
      and not exists (select from push_message where person_id = p.id)
      and not exists (select from leaving where person_id = p.id)`
}
