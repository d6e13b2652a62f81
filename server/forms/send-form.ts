import { isCountry } from '../../sync/account/countries.ts'
import type { IntentArgs } from '../../sync/intents.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import { ensureGuest } from '../account/caller.ts'
import { checkCaptcha } from '../http/captcha.ts'
import { countHit } from '../http/rate-limit.ts'
import type { TxContext } from '../transact.ts'

/** How many forms an account or a guest may send in an hour. */
const HOURLY = { max: 20, windowS: 3_600 }
const SUGGESTION = 'Athlete Suggestion'

type Sent = Result<Record<string, unknown>>

/**
 * Stores a message to the team, once for its id (S1-3.9, S1-7.2). Guests must solve a captcha (S1-4.28, D44).
 * Refuses `captcha-*`, `too-many-requests`.
 */
export async function sendContact(
  work: TxContext,
  caller: Caller,
  form: IntentArgs<'contact.send'>,
): Promise<Sent> {
  const admitted = await admit(work, caller, form.captcha)
  if (!admitted.ok) return admitted
  await work.tx`
    insert into contact_form (id, first_name, last_name, email, subject, content)
    values (${form.formId}, ${form.firstName}, ${form.lastName}, ${form.email}, ${form.subject}, ${form.content})
    on conflict do nothing`
  return done({})
}

/**
 * Stores an application to join as an athlete, including the social account (S1-3.7, S1-3.8, D45). Also refuses
 * `unknown-country`.
 */
export async function sendApplication(
  work: TxContext,
  caller: Caller,
  form: IntentArgs<'application.send'>,
): Promise<Sent> {
  if (!isCountry(form.countryCode)) return refuse('unknown-country')
  const admitted = await admit(work, caller, form.captcha)
  if (!admitted.ok) return admitted
  await work.tx`
    insert into athlete_form (id, first_name, last_name, email, city, country_code, social_platform, social_account,
      sport, content)
    values (${form.formId}, ${form.firstName}, ${form.lastName}, ${form.email}, ${form.city}, ${form.countryCode},
      ${form.socialPlatform}, ${form.socialAccount}, ${form.sport}, ${form.content})
    on conflict do nothing`
  return done({})
}

/**
 * Stores the handle of an athlete that a fan would like to ask, and nothing else (S1-3.10). Refuses as
 * `sendContact` does.
 */
export async function sendSuggestion(
  work: TxContext,
  caller: Caller,
  { formId, handle, captcha }: IntentArgs<'suggestion.send'>,
): Promise<Sent> {
  const admitted = await admit(work, caller, captcha)
  if (!admitted.ok) return admitted
  await work.tx`
    insert into contact_form (id, subject, content) values (${formId}, ${SUGGESTION}, ${handle})
    on conflict do nothing`
  return done({})
}

/** Stores the short waitlist form of an athlete without a code (S2-1.10, S2-3.9). Refuses as `sendContact` does. */
export async function sendWaitlist(
  work: TxContext,
  caller: Caller,
  { formId, socialPlatform, socialAccount, email, captcha }: IntentArgs<'waitlist.send'>,
): Promise<Sent> {
  const admitted = await admit(work, caller, captcha)
  if (!admitted.ok) return admitted
  await work.tx`
    insert into athlete_form (id, email, social_platform, social_account)
    values (${formId}, ${email}, ${socialPlatform}, ${socialAccount})
    on conflict do nothing`
  return done({})
}

/** Stores a member's feedback, once for its id (S2-3.5, S2-7.15). Refuses `sign-in-first`, `too-many-requests`. */
export async function sendFeedback(
  { tx }: TxContext,
  caller: Caller,
  { feedbackId, content }: IntentArgs<'feedback.send'>,
): Promise<Sent> {
  if (!caller.personId) return refuse('sign-in-first')
  const counted = await countHit(tx, `forms ${caller.personId}`, HOURLY)
  if (!counted.ok) return counted
  await tx`
    insert into user_feedback (id, person_id, content) values (${feedbackId}, ${caller.personId}, ${content})
    on conflict do nothing`
  await tx`select tell_live('desk', array[${`${feedbackId} 0`}])`
  return done({})
}

async function admit(work: TxContext, caller: Caller, captcha: string | null): Promise<Result<true>> {
  const who = caller.personId ?? caller.guestId
  if (!caller.personId) {
    const proven = await checkCaptcha(work, captcha)
    if (!proven.ok) return proven
    await ensureGuest(work, caller)
  }
  return countHit(work.tx, `forms ${who}`, HOURLY)
}
