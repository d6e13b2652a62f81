import { isLive } from '../db/live-session.ts'
import type { TxContext } from '../transact.ts'

/**
 * Deletes expired data about access to accounts: ended sessions, old counters, and spent captchas that could not
 * be spent again.
 */
export async function sweepAccess({ tx }: Pick<TxContext, 'tx'>): Promise<void> {
  await tx`delete from auth.session s where not (${isLive(tx)})`
  await tx`delete from auth.verification where "expiresAt" <= app_now()`
  await tx`delete from joining where expires_at <= app_now()`
  await tx`delete from rate_limit where window_start < app_now() - interval '2 days'`
  await tx`delete from passkey_challenge_spent where expires_at < app_now()`
  await tx`delete from captcha_spent where expires_at < app_now()`
  await tx`delete from password_try where last_at < app_now() - interval '2 days'`
  await tx`delete from card_trial where created_at < app_now() - interval '1 day'`
  await tx`delete from known_device where last_at < app_now() - interval '1 year'`
}
