import { NOBODY, NOBODYS_DOMAIN } from '../../sync/account/mine.ts'
import type { TxContext } from '../transact.ts'

type Erased = { personId: string; email: string }

/** The columns of a person's row that stay, because other rows refer to it; every other column is emptied. */
const STAYS = ['id', 'role', 'created_at', 'leaving_at']
/** The values of emptied columns that must not be empty. */
export const emptyAsker = {
  ...NOBODY,
  birthDate: '1900-01-01',
  countryCode: '',
  city: '',
  email: '',
  emailKey: '',
}

/**
 * Empties all data about a person, including columns that are added later, and purges their videos and those made
 * for them. Questions, answers and books keep their ids, states, dates and cents.
 */
export async function scrubPerson(work: TxContext, erased: Erased): Promise<void> {
  await scrubMessages(work, erased)
  await scrubQuestions(work, erased)
  await scrubAccount(work, erased)
  await emptyPerson(work, erased)
}

async function scrubQuestions({ tx }: TxContext, { personId }: Erased): Promise<void> {
  await tx`
    update media m set state = 'purged', purged_at = app_now()
    where m.state <> 'purged' and (m.principal = ${`person:${personId}`}
      or m.id in (select media_id from question where fan_id = ${personId})
      or m.id in (select media_id from answer where ${personId} in (fan_id, athlete_id))
      or m.id in (select c.media_id from clarification c join question q on q.id = c.question_id where q.fan_id = ${personId}))`
  await tx`
    update question set asker = ${tx.json(emptyAsker)}, subject = 'Deleted', text = '', free_key = null, link_hash = null,
      guest_id = null, admin_note = null, athlete_note = null, updated_at = app_now() where fan_id = ${personId}`
  await tx`
    update prepared_ask set asker = ${tx.json(emptyAsker)}, subject = 'Deleted', text = '', guest_id = null, zone = null
    where person_id = ${personId}`
  await tx`delete from screening_decision where question_id in (select id from question where fan_id = ${personId})`
  // The team's notes are about one side or both.
  await tx`
    delete from request_note where question_id in (
      select id from question where ${personId} in (fan_id, athlete_id))`
  // The clarification is the fan's and the reply the athlete's, but neither makes much sense alone.
  await tx`
    with gone as (delete from clarification c using question q where q.id = c.question_id
      and ${personId} in (q.fan_id, q.athlete_id) returning q.id)
    update question set updated_at = app_now() where id in (select id from gone)`
  // A report about a question carries its words, whoever reported it.
  await tx`delete from contact_form where question_id in (select id from question where fan_id = ${personId})`
  // The fingerprint is the same for every payment with a card. A hold may have no ask yet, or none any more.
  await tx`
    update hold set card_fingerprint = null where principal = ${`person:${personId}`} or ask_id in (
      select id from question where fan_id = ${personId} union select id from prepared_ask where person_id = ${personId})`
  await tx`delete from share_link where question_id in (select id from question where fan_id = ${personId})`
  await tx`delete from former_link where question_id in (select id from question where fan_id = ${personId})`
  await tx`
    update question set athlete_note = null, updated_at = app_now()
    where athlete_id = ${personId} and athlete_note is not null`
  // Feedback is about the athlete and by the fan, so either one's erasure empties it; the stars still count in
  // the average.
  await tx`
    update rating r set response_feedback = '', infield_feedback = '' from question q
    where q.id = r.question_id and ${personId} in (q.fan_id, q.athlete_id)`
  await tx`update answer set updated_at = app_now() where ${personId} in (fan_id, athlete_id)`
  await tx`update draft set discarded = true, body = '', revision = revision + 1 where person_id = ${personId}`
}

/** Deletes mails, because the local mailbox stores their text, and an unsent mail would still be written. */
async function scrubMessages({ tx }: TxContext, { personId }: Erased): Promise<void> {
  await tx`
    delete from mailbox where id in (
      select m.id from mail m left join question q on q.id = m.question_id
      where m.person_id = ${personId} or ${personId} in (q.fan_id, q.athlete_id))`
  await tx`
    delete from mail m where m.person_id = ${personId} or m.person_id is null
      and m.question_id in (select id from question where fan_id = ${personId})`
  await tx`delete from push_message where person_id = ${personId}`
}

async function scrubAccount({ tx }: TxContext, { personId }: Erased): Promise<void> {
  await tx`delete from picture_request where person_id = ${personId}`
  // The number of cards stays; their reasons are personal.
  await tx`update athlete_card set reason = '' where person_id = ${personId}`
  // That payouts were held, cancelled or not paid stays; the reasons do not.
  await tx`
    update payout_hold set reason = '', resume_reason = case when resume_reason is not null then '' end
    where person_id = ${personId}`
  await tx`update payout set cancel_reason = '' where person_id = ${personId} and cancel_reason is not null`
  await tx`
    update payout_setback set reason = '' where payout_id in (select id from payout where person_id = ${personId})`
  // A sweep deletes a released picture with its file.
  await tx`update picture set person_id = null, path = null where person_id = ${personId}`
  // The provider's account belongs to the athlete and stays at the provider; the ledger has its transfers.
  await tx`delete from payout_account where person_id = ${personId}`
  await tx`delete from payout_change where person_id = ${personId}`
  await tx`delete from weekly_digest where person_id = ${personId}`
  await tx`delete from typical_answer where athlete_id = ${personId}`
  await tx`delete from profile_view where athlete_id = ${personId}`
  await tx`delete from email_change where person_id = ${personId}`
  // That a refund was paid by hand stays; what was typed about it does not.
  await tx`
    update refund set by_hand_reference = '' where by_hand_reference <> '' and question_id in (
      select id from question where fan_id = ${personId})`
  // The recipient of the last payout is forgotten once it is paid.
  await tx`
    update payout set account_id = null, begun_handle = null, reference = case when reference is not null then '' end
    where person_id = ${personId} and state = 'paid'`
  await tx`delete from security_event where person_id = ${personId}`
  await tx`delete from push_subscription where person_id = ${personId}`
  await tx`delete from user_feedback where person_id = ${personId}`
  await tx`delete from intent_outcome where principal = ${`person:${personId}`}`
  await tx`delete from verification_turn where principal = ${`person:${personId}`}`
  await tx`
    delete from auth.verification v using person p
    where p.id = ${personId} and p.auth_id is not null and v.identifier like '% ' || p.auth_id`
  // Sessions, passwords and second factors are deleted with the user.
  await tx`delete from auth."user" where id::text = (select auth_id from person where id = ${personId})`
}

async function emptyPerson({ tx }: TxContext, { personId }: Erased): Promise<void> {
  const columns = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'public.person'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all(${[...STAYS, 'first_name', 'last_name', 'email', 'listed', 'updated_at']})`
  const emptied = columns.reduce((all, { name }) => tx`${all}, ${tx(name)} = default`, tx`listed = false`)
  await tx`
    update person set ${emptied}, first_name = ${NOBODY.firstName}, last_name = ${NOBODY.lastName},
      email = ${`${personId}${NOBODYS_DOMAIN}`}, updated_at = app_now(),
      -- a former member of the team is no owner
      role = case when role = 'admin' then 'basic' else role end
    where id = ${personId}`
}

/**
 * Empties the data of an address without a person: forms, asks that were never sent, their cards, data links,
 * sign-ups. With `until`, what came later stays, and so do asks that are open now or became a question of somebody
 * who stays.
 */
export async function scrubAddress(
  { tx }: TxContext,
  { email, until }: { email: string; until: Date | null },
): Promise<void> {
  const isBefore = until ? tx`created_at <= ${until}` : tx`true`
  const stays = tx`
    (a.state = 'open' or a.created_at > ${until} or exists (select from question q join person p on p.id = q.fan_id
      where q.id = a.id and p.leaving_at is null))`
  const asks = tx`
    select a.id from prepared_ask a
    where lower(a.asker ->> 'email') = ${email} and not (${until !== null} and ${stays})`
  await tx`
    delete from mailbox b where lower(b.recipient) = ${email} and not exists (
      select from mail m join prepared_ask a on a.id in (m.ask_id, m.question_id)
      where m.id = b.id and ${until !== null} and ${stays})
      or b.id in (select m.id from mail m where m.ask_id in (${asks}))`
  await tx`delete from mail where ask_id in (${asks})`
  // A draft that is sent again is another ask with the same video.
  await tx`
    update media m set state = 'purged', purged_at = app_now()
    where m.state <> 'purged' and m.claimed_by is null
      and m.id in (select media_id from prepared_ask where id in (${asks}))
      and not exists (select from prepared_ask a where a.media_id = m.id and ${until !== null} and ${stays})`
  const tickets = tx`from ask_ticket where lower(asker ->> 'email') = ${email} and ${isBefore}`
  await tx`
    update hold set card_fingerprint = null
    where (ask_id in (${asks} and a.person_id is null) or id in (select hold_id ${tickets}))
      and not exists (select from question where id = hold.ask_id)`
  await tx`
    update prepared_ask set asker = ${tx.json(emptyAsker)}, subject = 'Deleted', text = '', guest_id = null, zone = null
    where id in (${asks})`
  await tx`delete ${tickets}`
  await tx`delete from joining where email = ${email} and ${isBefore}`
  await tx`delete from contact_form where lower(email) = ${email} and ${isBefore}`
  await tx`delete from athlete_form where lower(email) = ${email} and ${isBefore}`
  await tx`delete from mine_link where email = ${email} and ${isBefore}`
  await tx`delete from email_change where email = ${email}`
  // The address stays blocked under its hash, without being known.
  await tx`update blocked_address set email = null, reason = '' where email = ${email}`
}
