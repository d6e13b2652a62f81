import { KEPT } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/sql.ts'
import { type TxContext, transact } from '../transact.ts'
import { emptyAsker } from './scrub.ts'

/**
 * Deletes data that is no longer needed, each kind in a transaction of its own, by the database's clock. The text
 * of questions and answers stays as long as both sides do; videos, drafts, messages and notices of payments do
 * not.
 */
export async function retain(context: Context): Promise<void> {
  for (const rule of [
    dropDrafts,
    dropTickets,
    forgetCards,
    purgeEndedVideos,
    purgeOldAnswers,
    endUnansweredLinks,
    dropMessages,
    dropWebhooks,
    dropDataLinks,
    dropGuestOutcomes,
    dropForms,
    dropEvents,
  ])
    await transact(context, rule)
}

const before = ({ tx }: TxContext, ms: number) => tx`app_now() - ${ms} * interval '1 millisecond'`

/**
 * Whether the money of a hold `h` may still move, or was charged for no question and not paid back, so that the team
 * must know whose it is. The nightly comparison books such a charge, under its own id, once all of it was refunded
 * at the provider; here it has no row of a refund.
 */
const isUnsettled = (tx: Tx) => tx`
  h.state not in ('released', 'lapsed') and not (h.state = 'captured' and (
    exists (select from question q where q.id = h.ask_id)
    or exists (select from ledger_transaction b where b.kind = 'provider-fee' and b.source = h.charge_id)))`

/**
 * Deletes asks that were never sent, unless a payment or a mail still depends on them, and discarded drafts. An
 * ask that was sent and released stays known, without its text.
 */
async function dropDrafts(inside: TxContext): Promise<void> {
  const { tx } = inside
  const left = await tx<{ id: string; wasWanted: boolean }[]>`
    select a.id, a.wanted_at is not null as "wasWanted" from prepared_ask a
    where (a.state = 'open' and a.wanted_at is null or a.state = 'released' and a.asker <> ${tx.json(emptyAsker)})
      and a.updated_at < ${before(inside, KEPT.draftsMs)}
      and not exists (select from hold h where h.ask_id = a.id and ${isUnsettled(tx)})
      and not exists (select from mail m where m.ask_id = a.id and m.sent_at is null)
    for update of a skip locked`
  await tx`
    update draft set body = '' where discarded and body <> '' and saved_at < ${before(inside, KEPT.draftsMs)}`
  if (left.length === 0) return
  const ids = left.filter(({ wasWanted }) => !wasWanted).map(({ id }) => id)
  await tx`
    update prepared_ask set asker = ${tx.json(emptyAsker)}, subject = 'Deleted', text = '', guest_id = null, zone = null
    where id = any(${left.filter(({ wasWanted }) => wasWanted).map(({ id }) => id)}::uuid[])`
  await tx`delete from mailbox where id in (select id from mail where ask_id = any(${ids}::uuid[]))`
  await tx`delete from mail where ask_id = any(${ids}::uuid[])`
  await tx`delete from prepared_ask where id = any(${ids}::uuid[])`
}

/** Deletes what the specification's own calls were told before the ask, unless a payment still depends on it. */
async function dropTickets(inside: TxContext): Promise<void> {
  await inside.tx`
    delete from ask_ticket t where t.created_at < ${before(inside, KEPT.draftsMs)}
      and not exists (select from hold h where h.id = t.hold_id and ${isUnsettled(inside.tx)})`
}

/**
 * Forgets the cards of holds that are over and paid for no question, once their ask is gone or without its words. An
 * account's ask that is still known keeps its card, which shows that the account pays with it.
 */
async function forgetCards({ tx }: TxContext): Promise<void> {
  await tx`
    update hold set card_fingerprint = null where id in (
      select h.id from hold h
      where h.card_fingerprint is not null and h.state in ('released', 'lapsed', 'captured')
        and not exists (select from question q where q.id = h.ask_id)
        and not exists (select from prepared_ask a where a.id = h.ask_id
          and (a.person_id is not null or a.asker <> ${tx.json(emptyAsker)}))
      for update skip locked)`
}

/**
 * Purges the videos of questions that ended without an answer, and their withdrawn takes. A question that an admin
 * calls rejected after its answer was delivered keeps both.
 */
async function purgeEndedVideos(inside: TxContext): Promise<void> {
  await inside.tx`
    update media m set state = 'purged', purged_at = app_now() from question q
    where m.state <> 'purged' and q.status in ('rejected', 'athlete rejected')
      and q.settled_at < ${before(inside, KEPT.endedVideosMs)}
      and not exists (select from answer d where d.question_id = q.id and d.state = 'delivered')
      and (m.id = q.media_id or m.id in (select media_id from answer a where a.question_id = q.id))`
}

/** Purges answers after two years, with the videos they answered, and ends their private links. */
async function purgeOldAnswers({ tx }: TxContext): Promise<void> {
  const old = await tx<{ id: string }[]>`
    select q.id from question q join answer a on a.question_id = q.id and a.state = 'delivered'
    where q.link_hash is not null and a.delivered_at < app_now() - make_interval(months => ${KEPT.answersMonths})
    order by q.id limit 500 for update of q`
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await tx`
    update media m set state = 'purged', purged_at = app_now()
    where m.state <> 'purged' and (m.id in (select media_id from question where id = any(${ids}::uuid[]))
      or m.id in (select media_id from answer where question_id = any(${ids}::uuid[]))
      or m.id in (select media_id from clarification where question_id = any(${ids}::uuid[])))`
  await tx`update question set link_hash = null, updated_at = app_now() where id = any(${ids}::uuid[])`
  await tx`update answer set updated_at = app_now() where question_id = any(${ids}::uuid[])`
}

/** Ends the private links of questions that ended without an answer as long ago. */
async function endUnansweredLinks({ tx }: TxContext): Promise<void> {
  await tx`
    update question q set link_hash = null, updated_at = app_now()
    where q.link_hash is not null and q.status in ('rejected', 'athlete rejected')
      and q.settled_at < app_now() - make_interval(months => ${KEPT.answersMonths})
      and not exists (select from answer a where a.question_id = q.id and a.state = 'delivered')`
}

/** Deletes mails and push messages with their recipients; one that could not be sent was given up long before. */
async function dropMessages(inside: TxContext): Promise<void> {
  const { tx } = inside
  const at = before(inside, KEPT.messagesMs)
  await tx`delete from mailbox where at < ${at}`
  await tx`delete from mail where created_at < ${at}`
  await tx`delete from push_message where created_at < ${at}`
}

/** Deletes what people wrote to the team once it was dealt with and is old. */
async function dropForms({ tx }: TxContext): Promise<void> {
  for (const table of ['contact_form', 'athlete_form', 'user_feedback'])
    await tx`
      delete from ${tx(table)}
      where status = 'Completed' and created_at < app_now() - make_interval(months => ${KEPT.formsMonths})`
}

/**
 * Deletes guests' outcomes. After a restore a guest's device resends settled intents only for so long; a refused
 * intent would simply be refused again.
 */
async function dropGuestOutcomes(inside: TxContext): Promise<void> {
  await inside.tx`
    delete from intent_outcome where principal like 'guest:%' and (at < ${before(inside, KEPT.guestOutcomesMs)}
      or outcome ->> 'state' = 'refused' and at < ${before(inside, KEPT.guestRefusalsMs)})`
}

async function dropWebhooks(inside: TxContext): Promise<void> {
  await inside.tx`
    delete from stripe_event where handled_at is not null and received_at < ${before(inside, KEPT.webhooksMs)}`
}

async function dropEvents(inside: TxContext): Promise<void> {
  await inside.tx`delete from security_event where at < ${before(inside, KEPT.securityEventsMs)}`
}

async function dropDataLinks({ tx }: TxContext): Promise<void> {
  await tx`delete from mine_link where expires_at <= app_now()`
  // The address of an invitation that can no longer be accepted.
  await tx`
    update team_invite set email = '', token_hash = null, withdrawn_at = app_now()
    where accepted_at is null and withdrawn_at is null and expires_at <= app_now()`
  // The mail to the former address reads this row, so it stays for a while.
  await tx`delete from email_change where expires_at <= app_now() - interval '7 days'`
}
