import type { Context } from '../context.ts'
import { eachAlone } from '../each-alone.ts'
import { orderLastPayout } from '../payment/payout/order-payouts.ts'
import { disown } from '../question/claim/settle-claim.ts'
import { lockQuestion } from '../question/get.ts'
import { type TxContext, transact } from '../transact.ts'
import { endWhatIsOpen } from './end-open.ts'
import { scrubAddress, scrubPerson } from './scrub.ts'

/**
 * Erases a leaver whose time to come back is over, by the database's clock: every field and video of theirs in
 * one transaction; the ledger keeps ids and cents. Either this or coming back succeeds, never both. If an answer
 * is still on its way, it waits for the next sweep. What an address without an account has sent after it left stays.
 * Does nothing where nothing is left to do.
 */
export async function eraseLeaver(inside: TxContext, leavingId: string): Promise<void> {
  const { tx } = inside
  const [leaver] = await tx<Leaver[]>`
    select person_id as "personId", email, asked_at as "askedAt" from leaving
    where id = ${leavingId} and kept_at is null and erased_at is null and erase_at <= app_now()`
  if (!leaver) return
  const { email, askedAt } = leaver
  await lockAccount(inside, leaver.personId)
  await peopleOf(inside, leaver)
  // Another leaving of the address may have added people to this one until now.
  await tx`select from leaving where id = ${leavingId} for update`
  const people = await peopleOf(inside, leaver)
  const personIds = people.map(({ id }) => id)
  const isAccount = people.some(({ authId }) => authId !== null)
  await endWhatIsOpen(inside, { personIds, email: isAccount ? email : null, isAccount })
  if (await hasOpen(inside, personIds)) return
  const [won] = await tx`
    update leaving set erased_at = app_now(), email = null, keep_hash = null
    where id = ${leavingId} and kept_at is null and erased_at is null returning id`
  if (!won) return
  for (const personId of personIds) {
    await orderLastPayout(inside, personId)
    await scrubPerson(inside, { personId, email })
  }
  if (isAccount) await takeAddressOff(inside, email)
  await scrubAddress(inside, { email, until: isAccount ? null : askedAt })
}

type Leaver = { personId: string | null; email: string; askedAt: Date }

/** Locks the account first, in the same order as a sign-in, whose session needs the account's row. */
async function lockAccount({ tx }: TxContext, personId: string | null): Promise<void> {
  if (!personId) return
  await tx`select from auth."user" where id::text = (select auth_id from person where id = ${personId}) for update`
}

/** Returns the person who leaves, locked; for an address without an account, everybody who asked with it before. */
function peopleOf({ tx }: TxContext, { personId, email }: Leaver) {
  const which = personId
    ? tx`id = ${personId}`
    : tx`leaving_at is not null and (claimed_email = ${email} or auth_id is null and lower(email) = ${email})`
  return tx<{ id: string; authId: string | null }[]>`
    select id, auth_id as "authId" from person where ${which} order by id for update`
}

async function hasOpen({ tx }: TxContext, personIds: string[]): Promise<boolean> {
  const open = await tx`
    select from question where (fan_id = any (${personIds}::uuid[]) or athlete_id = any (${personIds}::uuid[]))
      and status in ('new', 'approved') limit 1`
  return open.length > 0
}

/**
 * Removes the address from questions that other people asked with it; the questions stay theirs, with their
 * payments. This is for an account: of an address without one, everybody who asked with it before it left is erased.
 */
async function takeAddressOff(inside: TxContext, email: string): Promise<void> {
  const { tx } = inside
  const claimed = await tx<{ id: string }[]>`
    select q.id from question q join person p on p.id = q.fan_id and p.auth_id is null
    where lower(q.asker ->> 'email') = ${email} order by q.id`
  for (const { id } of claimed) {
    await tx`select from prepared_ask where id = ${id} for update`
    const question = await lockQuestion(tx, id)
    if (question?.asker.email.toLowerCase() === email)
      await disown(inside, question, { by: 'system', hasOwnerLeft: true })
  }
  await tx`
    update prepared_ask set asker = asker || '{"email": "", "emailKey": ""}', updated_at = app_now()
    where state = 'open' and person_id is null and lower(asker ->> 'email') = ${email}`
}

/** Erases everybody who should have been erased by now, in case a job was lost or had to wait. */
export async function sweepLeaving(context: Context): Promise<void> {
  const due = await context.sql<{ id: string }[]>`
    select id from leaving where kept_at is null and erased_at is null and erase_at <= app_now() limit 200`
  await eachAlone(due, ({ id }) => transact(context, (inside) => eraseLeaver(inside, id)))
}
