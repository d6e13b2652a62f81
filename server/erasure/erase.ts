import type { Context } from '../context.ts'
import { orderLastPayout } from '../payment/payout/order-payouts.ts'
import { type Work, work } from '../work.ts'
import { endWhatIsOpen } from './end-open.ts'
import { scrubAddress, scrubPerson } from './scrub.ts'

/**
 * Erases a leaver whose days are over, by the database's clock: every field and video of theirs in one transaction, while
 * the ledger keeps ids and cents. Of this and coming back exactly one wins. An answer that is still on its way is waited
 * for. Does nothing where there is nothing to do (any more).
 */
export async function eraseLeaver(inside: Work, leavingId: string): Promise<void> {
  const { tx } = inside
  const [leaver] = await tx<{ personId: string | null; email: string }[]>`
    select person_id as "personId", email from leaving
    where id = ${leavingId} and kept_at is null and erased_at is null and erase_at <= app_now()`
  if (!leaver) return
  const { personId, email } = leaver
  await lockLeaver(inside, personId)
  // whatever was asked in this address's name since it left
  await endWhatIsOpen(inside, leaver)
  if (personId && (await hasOpen(inside, personId))) return
  const [won] = await tx`
    update leaving set erased_at = app_now(), email = null, keep_hash = null
    where id = ${leavingId} and kept_at is null and erased_at is null returning id`
  if (!won) return
  if (personId) {
    await orderLastPayout(inside, personId)
    await scrubPerson(inside, { personId, email })
  }
  await scrubAddress(inside, email)
}

/** In the order in which a sign-in takes them: its session first needs the account. */
async function lockLeaver({ tx }: Work, personId: string | null): Promise<void> {
  if (!personId) return
  await tx`select from auth."user" where id::text = (select auth_id from person where id = ${personId}) for update`
  await tx`select from person where id = ${personId} for update`
}

async function hasOpen({ tx }: Work, personId: string): Promise<boolean> {
  const open = await tx`
    select from question where ${personId} in (fan_id, athlete_id) and status in ('new', 'approved') limit 1`
  return open.length > 0
}

/** Whoever should have been erased by now, for a job that was lost or had to wait. */
export async function sweepLeaving(context: Context): Promise<void> {
  const due = await context.sql<{ id: string }[]>`
    select id from leaving where kept_at is null and erased_at is null and erase_at <= app_now() limit 200`
  for (const { id } of due) await work(context, (inside) => eraseLeaver(inside, id))
}
