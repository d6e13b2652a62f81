import { type Asker, normaliseEmail } from '../../sync/account/asker.ts'
import { InternalError } from '../log.ts'
import type { Work } from '../work.ts'

/**
 * The person behind an asker's e-mail: the account that has it, or a placeholder made now (S1-4.11). An existing
 * person is never changed by what an asker typed.
 */
export async function findOrCreateFan({ context, tx }: Work, asker: Asker): Promise<string> {
  const [made] = await tx<{ id: string }[]>`
    insert into person (id, role, first_name, last_name, email, birth_date, city, country_code)
    values (${context.random.id()}, 'basic', ${asker.firstName}, ${asker.lastName}, ${asker.email.toLowerCase()},
      ${asker.birthDate}, ${asker.city}, ${asker.countryCode})
    on conflict (lower(email)) do nothing returning id`
  if (made) return made.id
  const [known] = await tx<{ id: string }[]>`
    select id from person where lower(email) = ${asker.email.toLowerCase()}`
  if (!known) throw new InternalError('a person was there and is not')
  return known.id
}

/** Whether this asker has never had an approved or pending question with this athlete (S1-7.5, D20). */
export async function isFirstTime(
  { tx }: Pick<Work, 'tx'>,
  athleteId: string,
  email: string,
): Promise<boolean> {
  const [row] = await tx<{ known: boolean }[]>`
    select exists (select from question where athlete_id = ${athleteId} and asker ->> 'emailKey' = ${normaliseEmail(email)}
      and status not in ('rejected', 'athlete rejected')) as known`
  return !row?.known
}

/** Takes a placeholder away that nothing hangs on any more: it was made for an address nobody meant. */
export async function forgetPlaceholder({ tx }: Work, personId: string): Promise<void> {
  await tx`select from person where id = ${personId} for update`
  await tx`
    delete from person p where id = ${personId} and auth_id is null and role = 'basic'
      and not exists (select from conversation where fan_id = p.id) and not exists (select from question where fan_id = p.id)
      and not exists (select from prepared_ask where person_id = p.id) and not exists (select from mail where person_id = p.id)
      and not exists (select from leaving where person_id = p.id)`
}
