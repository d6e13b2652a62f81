import { ANSWER_SOURCES } from './desk/answer-sources.ts'
import { DESK_SOURCES } from './desk/sources.ts'
import { ACCOUNT_SOURCES } from './fixtures/account-sources.ts'
import { MONEY_SOURCES } from './fixtures/money-sources.ts'
import { MEDIA_SOURCES } from './media/media-sources.ts'

/**
 * Someone who may learn a value of the database. `SOURCES` lists every column; a new column that is missing fails the
 * test. `open` columns say nothing by themselves: ids, times, states. All others are searched for in everything that
 * leaves the server. `owner` is the person whose row it is, and `copy` is the copy of their data that the owner
 * requests, which holds all that the owner may know. `athlete` is the athlete, once they may see the value; `link` is
 * anyone with the private link.
 */
export type Ear = 'owner' | 'copy' | 'athlete' | 'admin' | 'invited' | 'link' | 'payments' | 'jobs'
export type Source = {
  table: string
  where?: string
  /** The owner in SQL, as `person:…` or `guest:…`. */
  owner?: string
  /** The ids of the athletes who may know it, in SQL. */
  athlete?: string
  open: string
  nobody?: string
  /** Maps lists of ears to columns; `column.key` is a field of a JSON column. */
  heard?: Record<string, string>
}

const asked = 'array[case when t.approved_at is not null then t.athlete_id end]'
const meets =
  '(select array_agg(c.athlete_id) from conversation c where c.fan_id = t.id and c.opened_at is not null)'
const askerOpen = 'asker.countryCode'
const askerHidden = 'asker.emailKey'

const UNLISTED = {
  table: 'public.person',
  owner: "'person:' || t.id",
  athlete: meets,
  open: `id role desk_role country_code position achievements interests tags price_cents promo paused listed picture_url cover_urls
      instagram tiktok x tiktok_embeds rating_total rating_count created_at updated_at leaving_at closed_at paused_until profile_revision shown_age`,
  nobody: 'auth_id directory_text shown_age_until claimed_email claim_key',
  heard: { copy: 'zone', owner: 'bio birth_date' },
}

export const SOURCES: readonly Source[] = [
  {
    table: 'public.person',
    where: "t.role = 'creator' and t.listed",
    owner: "'person:' || t.id",
    open: `id role desk_role username first_name last_name country_code sport position bio achievements interests tags city price_cents promo paused listed picture_url cover_urls instagram tiktok x tiktok_embeds rating_total rating_count
      created_at updated_at leaving_at closed_at paused_until profile_revision shown_age`,
    nobody: 'auth_id directory_text shown_age_until claimed_email claim_key',
    heard: { copy: 'zone', owner: 'birth_date', 'owner admin': 'email no_go_topics payout_handle' },
  },
  {
    ...UNLISTED,
    where: "t.role <> 'admin' and not (t.role = 'creator' and t.listed)",
    heard: {
      ...UNLISTED.heard,
      'owner admin': 'last_name email sport no_go_topics payout_handle',
      'owner athlete admin': 'first_name city username',
    },
  },
  {
    ...UNLISTED,
    where: "t.role = 'admin'",
    heard: {
      ...UNLISTED.heard,
      'owner admin': 'email sport no_go_topics payout_handle',
      'owner athlete admin': 'city username',
      // An invitation to the team names the admin who sent it.
      'owner admin invited': 'last_name',
      'owner athlete admin invited': 'first_name',
    },
  },
  {
    table: 'public.question',
    owner: "coalesce('guest:' || t.guest_id, 'person:' || t.fan_id)",
    athlete: asked,
    open: `id conversation_id fan_id athlete_id kind media_id status reason hold_state submitted_at screening_ends_at
      approved_at due_at grace_ends_at pay_again_until settled_at link_generation revision updated_at flags ${askerOpen}`,
    nobody: `free_key link_hash claim_hash ${askerHidden}`,
    heard: {
      copy: 'asker.birthDate',
      owner: 'guest_id',
      'owner admin': 'asker.email asker.lastName asker.city',
      'owner athlete admin': 'asker.firstName',
      'owner athlete admin link': 'subject text athlete_note',
      'owner admin link': 'admin_note',
      'owner athlete admin link payments': 'amount_cents',
    },
  },
  {
    table: 'public.prepared_ask',
    owner: 't.principal',
    open: `id athlete_id person_id kind media_id wanted_at state reason price_cents discount_code_id created_at updated_at ${askerOpen}`,
    nobody: `principal ${askerHidden}`,
    heard: {
      copy: 'asker.birthDate zone',
      owner: 'guest_id asker.email asker.firstName asker.lastName asker.city subject text',
      'owner payments': 'amount_cents',
    },
  },
  {
    table: 'public.discount_code',
    open: 'id percent_off cents_off max_uses max_uses_each expires_at ended_at created_at',
    nobody: 'code_hash',
    heard: { admin: 'label' },
  },
  {
    table: 'public.ask_ticket',
    owner: 't.principal',
    open: `athlete_id hold_id created_at ${askerOpen}`,
    nobody: 'principal asker.birthDate',
    heard: {
      owner: 'conversation_token requester_token asker.email asker.firstName asker.lastName asker.city',
    },
  },
  ...MEDIA_SOURCES,
  {
    table: 'public.draft',
    owner: "'person:' || t.person_id",
    open: 'id person_id athlete_id base revision saved_at discarded',
    heard: { owner: 'body' },
  },
  {
    table: 'public.hold',
    owner: 't.principal',
    open: 'id ask_id attempt state capture_before release_reason created_at updated_at',
    nobody: 'principal',
    heard: {
      'owner payments': 'payment_intent_id client_secret',
      'owner admin link payments': 'amount_cents',
      'payments admin': 'charge_id',
      payments: 'card_fingerprint',
    },
  },
  {
    table: 'public.payout_account',
    open: 'id person_id country_code state created_at updated_at',
    heard: { payments: 'account_id' },
  },
  {
    table: 'public.payout_change',
    owner: "'person:' || t.person_id",
    open: 'id person_id kind asked_at from_at ended_at ending',
    nobody: 'stop_hash',
    heard: { 'owner admin': 'handle' },
  },
  {
    table: 'public.team_invite',
    open: 'id desk_role invited_by invited_at expires_at accepted_by accepted_at withdrawn_by withdrawn_at',
    nobody: 'token_hash',
    heard: { admin: 'email' },
  },
  { table: 'public.payout_deduction', open: 'id payout_id amount_cents why at', heard: {} },
  {
    table: 'public.payout_setback',
    open: 'id payout_id kind recorded_by at',
    heard: { admin: 'reason' },
  },
  {
    table: 'public.payout_hold',
    open: 'id person_id held_by held_at resumed_by resumed_at',
    heard: { admin: 'reason resume_reason' },
  },
  {
    table: 'public.reversal',
    open: 'id payout_id amount_cents state error created_at updated_at',
    heard: { 'payments admin': 'stripe_reversal_id' },
  },
  {
    table: 'public.tip',
    open: 'id question_id amount_cents state created_at updated_at paid_at',
    heard: { 'link payments': 'payment_intent_id client_secret', 'payments admin': 'charge_id' },
  },
  ...MONEY_SOURCES,
  {
    table: 'public.push_subscription',
    open: 'person_id created_at',
    nobody: 'endpoint session_id p256dh auth',
  },
  {
    table: 'public.question_event',
    where: "t.actor <> 'system'",
    open: 'id question_id at move detail',
    nobody: 'actor',
  },
  ...ANSWER_SOURCES,
  ...DESK_SOURCES,
  { table: 'public.security_event', open: 'id at event outcome person_id address_hash came_from' },
  { table: 'public.audit', open: 'id at admin_id act subject detail' },
  {
    table: 'public.screening_decision',
    open: 'question_id decision revision admin_id takes_effect_at refused',
    heard: { admin: 'note' },
  },
  { table: 'public.former_link', open: 'question_id why', nobody: 'hash' },
  {
    table: 'public.leaving',
    open: 'id person_id asked_at erase_at kept_at erased_at',
    nobody: 'email keep_hash',
  },
  {
    table: 'public.email_change',
    owner: "'person:' || t.person_id",
    open: 'id person_id old_at new_at asked_at expires_at',
    nobody: 'old_hash new_hash',
    heard: { owner: 'email', copy: 'former_email' },
  },
  { table: 'public.mine_link', open: 'id expires_at factor_at created_at', nobody: 'token_hash email' },
  { table: 'public.typical_answer', open: 'athlete_id minutes' },
  { table: 'public.profile_view', open: 'athlete_id day views' },
  { table: 'public.verification_turn', open: 'turn_at refused wait_until', nobody: 'principal' },
  { table: 'public.intent_outcome', open: 'id name outcome at', nobody: 'principal device' },
  { table: 'public.guest', owner: "'guest:' || t.id", open: 'created_at', heard: { owner: 'id' } },
  {
    table: 'public.joining',
    open: 'id role country_code awaited expires_at created_at',
    nobody:
      'token_hash upload_hash mail_id password_hash email birth_date last_name first_name city username profile.bio',
  },
  { table: 'public.signup_code', open: 'id made_by created_at ended_at', nobody: 'code_hash' },
  {
    table: 'public.picture',
    // A picture's address is public, and its file's name is part of the address.
    where: 't.path is null',
    open: 'id person_id place path type bytes width height created_at',
    nobody: 'joining_id file_key',
  },
  {
    table: 'public.picture_request',
    owner: "'person:' || t.person_id",
    open: 'id person_id place state picture_id asked_by settled_by asked_at brought_at settled_at',
    heard: { 'owner admin': 'note' },
  },
  ...ACCOUNT_SOURCES,
]

/** Tables without personal data, and tables that are an exit themselves: a mail is searched when it is sent. */
export const WITHOUT_CANARIES =
  `migration reconciliation test_clock conversation answer ledger_transaction ledger_entry
  mail mailbox push_message rate_limit captcha_spent passkey_challenge_spent password_try card_trial feed feed_epoch feed_epoch_past
  live_way live_change`
    .split(/\s+/)
    .map((name) => `public.${name}`)
