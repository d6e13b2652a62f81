import type { Sql } from '../db/sql.ts'
import { creditNoteNumber, receiptNumber } from '../payment/books/number-papers.ts'
import { claimsOf } from '../question/claim/claims.ts'
import type { Owner } from './data-link.ts'

type Rows = () => Promise<object[]>

const anyOf = (sql: Sql, ids: string[]) => sql`any (${ids}::uuid[])`

/**
 * Returns the rows that belong to a person but are not documents on their devices, each list by the name of its
 * file. The team's own notes about a form are not included.
 */
export function ownRows(sql: Sql, { personIds, authId, email }: Owner): Record<string, Rows> {
  const ids = anyOf(sql, personIds)
  // For an account, asks that other people made with its address are not its own.
  const isOwnAsk = authId
    ? sql`person_id = ${ids}`
    : sql`(person_id = ${ids} or person_id is null and lower(asker ->> 'email') = ${email})`
  return {
    profile: () => profileOf(sql, ids),
    ...accountRows(sql, ids, authId),
    'unsent-questions': () => sql`
      select id, athlete_id as "athleteId", asker - 'emailKey' as asker, subject, kind, text, amount_cents as "amountCents",
        state, zone as "timeZone", created_at as "createdAt" from prepared_ask
      where state <> 'asked' and ${isOwnAsk} order by created_at`,
    'as-you-asked': () => sql`
      select q.id as "questionId", q.asker - 'emailKey' as asker, k.zone as "timeZone", q.submitted_at as "submittedAt"
      from question q left join prepared_ask k on k.id = q.id where q.fan_id = ${ids} order by q.submitted_at`,
    // Questions asked without signing in, until the owner of the address says whether they are theirs.
    'asked-with-your-address': () => claimsOf(sql, email),
    'pictures-asked-for': () => sql`
      select place, state, note, asked_at as "askedAt", brought_at as "broughtAt", settled_at as "settledAt"
      from picture_request where person_id = ${ids} order by asked_at`,
    cards: () => sql`
      select card, reason, at from athlete_card where person_id = ${ids} order by at`,
    'blocked-from-asking': () => sql`
      select at, lifted_at as "liftedAt" from blocked_address where email = ${email} order by at`,
    'shared-links': () => sql`
      select s.question_id as "questionId", s.name, s.created_at as "createdAt", s.revoked_at as "revokedAt"
      from share_link s join question q on q.id = s.question_id where q.fan_id = ${ids} order by s.created_at`,
    ratings: () => sql`
      select r.question_id as "questionId", r.stars, r.response_feedback as "responseFeedback",
        r.infield_feedback as "infieldFeedback", r.created_at as "createdAt"
      from rating r join question q on q.id = r.question_id where q.fan_id = ${ids} order by r.created_at`,
    'profile-views': () => sql`
      select day::text as day, views from profile_view where athlete_id = ${ids} order by day`,
    // A report about a question that was asked with this address belongs to its asker.
    'messages-to-the-team': () => sql`
      select first_name as "firstName", last_name as "lastName", email, subject, content, created_at as "createdAt"
      from contact_form f where lower(email) = ${email} and (question_id is null or exists (
        select from question q where q.id = f.question_id and (q.fan_id = ${ids} or q.athlete_id = ${ids})))
      order by created_at`,
    'feedback-to-the-team': () => sql`
      select content, created_at as "createdAt" from user_feedback where person_id = ${ids} order by created_at`,
    applications: () => sql`
      select first_name as "firstName", last_name as "lastName", email, city, country_code as "countryCode",
        social_platform as "socialPlatform", social_account as "socialAccount", sport, content, created_at as "createdAt"
      from athlete_form where lower(email) = ${email} order by created_at`,
    mails: () => sql`
      select m.kind, m.question_id as "questionId", m.created_at as "createdAt",
        case when m.not_sent_because is null then m.sent_at end as "sentAt" from mail m
      left join question q on q.id = m.question_id
      where m.person_id = ${ids} or (m.person_id is null and q.fan_id = ${ids}) order by m.created_at`,
    'notified-devices': () => sql`
      select split_part(endpoint, '/', 3) as service, created_at as "createdAt" from push_subscription
      where person_id = ${ids} order by created_at`,
    ...moneyRows(sql, ids),
  }
}

/** Columns of a person's row that only the server works with, or that follow from others. */
const INTERNAL = ['auth_id', 'claim_key', 'directory_text', 'leaving_at', 'shown_age', 'shown_age_until']

/** Returns all other columns of the person's row, those that are added later included. */
async function profileOf(sql: Sql, ids: ReturnType<typeof anyOf>): Promise<object[]> {
  const people = await sql<Record<string, unknown>[]>`select * from person where id = ${ids}`
  return people.map((row) => ({
    person: Object.fromEntries(Object.entries(row).filter(([column]) => !INTERNAL.includes(column))),
  }))
}

/** Returns how the person signs in, and where and when they did. */
function accountRows(sql: Sql, ids: ReturnType<typeof anyOf>, authId: Owner['authId']): Record<string, Rows> {
  return {
    sessions: () => sql`
      select "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent" from auth.session
      where "userId"::text = ${authId} order by "createdAt"`,
    'sign-ins-and-changes': () => sql`
      select event, outcome, at, came_from as "from" from security_event where person_id = ${ids} order by at`,
    passkeys: () => sql`
      select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
      where user_id::text = ${authId} order by created_at`,
    'address-changes': () => sql`
      select email, former_email as "formerEmail", old_at as "confirmedAtFormerAt", new_at as "confirmedAtNewAt",
        asked_at as "askedAt" from email_change where person_id = ${ids}`,
    devices: () => sql`
      select first_at as "firstAt", last_at as "lastAt" from known_device
      where user_id::text = ${authId} order by first_at`,
  }
}

/** Returns what the person was charged, gave, earned and was paid. */
function moneyRows(sql: Sql, ids: ReturnType<typeof anyOf>): Record<string, Rows> {
  return {
    'card-holds': () => sql`
      select h.ask_id as "questionId", h.amount_cents as "amountCents", h.state, h.created_at as "createdAt"
      from hold h join question q on q.id = h.ask_id where q.fan_id = ${ids} order by h.created_at`,
    tips: () => sql`
      select t.question_id as "questionId", t.amount_cents as "amountCents", t.state, t.paid_at as "paidAt"
      from tip t join question q on q.id = t.question_id where q.fan_id = ${ids} order by t.created_at`,
    refunds: () => sql`
      select r.question_id as "questionId", r.amount_cents as "amountCents", r.state, r.created_at as "createdAt",
        r.by_hand_at as "paidByHandAt" from refund r join question q on q.id = r.question_id where q.fan_id = ${ids} order by r.created_at`,
    receipts: () => sql`
      select ${receiptNumber(sql)} as number, t.question_id as "questionId", r.charge_id as payment,
        r.issued_at as "issuedAt"
      from receipt r join ledger_transaction t on t.source = r.charge_id and t.kind in ('capture', 'tip')
      join question q on q.id = t.question_id where q.fan_id = ${ids} order by r.year, r.number`,
    'credit-notes': () => sql`
      select ${creditNoteNumber(sql)} as number, ${receiptNumber(sql)} as receipt, t.question_id as "questionId", n.issued_at as "issuedAt"
      from credit_note n join ledger_transaction t on t.id = n.transaction_id join receipt r on r.charge_id = t.charge_id
      join question q on q.id = t.question_id where q.fan_id = ${ids} order by n.year, n.number`,
    'payout-changes': () => sql`
      select kind, handle, asked_at as "askedAt", from_at as "from", ending, ended_at as "endedAt"
      from payout_change where person_id = ${ids} order by asked_at`,
    'payout-accounts': () => sql`
      select country_code as "countryCode", account_id as "accountId", state, created_at as "createdAt" from payout_account
      where person_id = ${ids} order by created_at`,
    payouts: () => sql`
      select period, amount_cents as "amountCents", way, state, reference, created_at as "createdAt", paid_at as "paidAt",
        (select at from payout_setback s where s.payout_id = payout.id and s.kind = 'came-back') as "cameBackAt"
      from payout where person_id = ${ids} order by created_at`,
    money: () => sql`
      select t.kind, t.at, t.question_id as "questionId", e.account, e.amount_cents as "amountCents"
      from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.person_id = ${ids} order by e.id`,
  }
}
