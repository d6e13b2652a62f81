import { applyProfileChange, type OwnProfile } from '../../sync/athlete/profile-edit.ts'
import type { IntentArgs } from '../../sync/intents.ts'
import type { PayoutSetup } from '../../sync/payment/payout-account.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { inOneStatement } from '../db/transaction.ts'
import { InternalError } from '../log.ts'
import { setupOf } from '../payment/connect/connect.ts'
import { redirectTo } from '../payment/payout/redirect.ts'
import type { TxContext } from '../transact.ts'
import { ownColumns, personDocument } from './document.ts'

/**
 * Saves a member's changes to their own profile (S2-2.70 to S2-2.77). The public profile and the directory show
 * them with the commit; questions under way keep their amount. If another device has changed one of the fields in
 * the meantime, the whole change is refused (D98). Refuses `not-found` for another person's profile,
 * `too-many-requests` beyond the hour's changes of where payouts go, and what the rule refuses.
 */
export async function saveProfile(
  work: TxContext,
  caller: Caller,
  { personId, before, after }: IntentArgs<'profile.save'>,
): Promise<Result<{ revision: number }>> {
  const { tx, now } = work
  if (personId !== caller.personId) return refuse('not-found')
  const [row] = await tx`select ${ownColumns(tx)} from person p where p.id = ${personId} for no key update`
  if (!row) return refuse('not-found')
  const { profile } = personDocument(row)
  const applied = applyProfileChange(profile, { before, after }, { role: caller.role, now: now.getTime() })
  if (!applied.ok) return applied
  const change = { handle: applied.value.payoutHandle, now: profile.payoutHandle }
  const redirected =
    'payoutHandle' in after ? await redirectTo(work, personId, change) : done(profile.payoutHandle)
  if (!redirected.ok) return redirected
  const saved = { ...applied.value, payoutHandle: redirected.value }
  return done({ revision: await writeProfile(tx, personId, saved) })
}

/**
 * Saves where an athlete wants to be paid by hand, or null for direct deposits. Refuses `sign-in-first`,
 * `not-allowed`, `too-many-requests`.
 */
export async function saveHandle(
  work: TxContext,
  caller: Caller,
  handle: string | null,
): Promise<Result<PayoutSetup>> {
  const { tx } = work
  const { personId } = caller
  if (!personId || !can(caller, 'get-paid')) return refuse(personId ? 'not-allowed' : 'sign-in-first')
  const [row] = await tx<{ now: string | null }[]>`
    select payout_handle as now from person where id = ${personId} for no key update`
  const redirected = await redirectTo(work, personId, { handle, now: row?.now ?? null })
  if (!redirected.ok) return redirected
  await tx`update person set payout_handle = ${redirected.value}, updated_at = app_now() where id = ${personId}`
  return done(await setupOf(tx, personId))
}

/** Writes the profile and returns the revision of its latest change, which a trigger counts. */
async function writeProfile(tx: TxContext['tx'], personId: string, profile: OwnProfile): Promise<number> {
  const { pause } = profile
  const until = pause?.until == null ? null : new Date(pause.until)
  const [written] = await tx<{ revision: number }[]>`
    update person set first_name = ${profile.firstName}, last_name = ${profile.lastName}, city = ${profile.city},
      country_code = ${profile.countryCode}, instagram = ${profile.instagram}, tiktok = ${profile.tiktok},
      x = ${profile.x}, sport = ${profile.sport}, position = ${profile.position}, bio = ${profile.bio},
      achievements = ${profile.achievements}, interests = ${profile.interests}, no_go_topics = ${profile.noGoTopics},
      price_cents = ${profile.priceCents}, paused = ${pause !== null}, paused_until = ${until},
      payout_handle = ${profile.payoutHandle}, updated_at = app_now()
    where id = ${personId} returning profile_revision as revision`
  if (!written) throw new InternalError(`person ${personId} was there and is not`)
  return written.revision
}

/** Ends pauses whose return date has come (D82), by the database's clock. */
export async function endPauses({ sql }: Context): Promise<void> {
  await inOneStatement(
    sql,
    (one) => one`
      update person set paused = false, paused_until = null, updated_at = app_now() where paused_until <= app_now()`,
  )
}
