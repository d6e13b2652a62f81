/** Who may know what of the desk's own tables, and of the links that fans share. */
export const DESK_SOURCES = [
  {
    table: 'public.athlete_card',
    owner: "'person:' || t.person_id",
    open: 'id person_id card given_by at',
    heard: { 'owner admin': 'reason' },
  },
  {
    table: 'public.blocked_address',
    open: 'id blocked_by at lifted_by lifted_at guests_only',
    nobody: 'address_hash',
    heard: { admin: 'email reason' },
  },
  {
    table: 'public.request_note',
    open: 'id question_id written_by at',
    heard: { admin: 'text' },
  },
  { table: 'public.weekly_digest', open: 'person_id told_at is_off', heard: {} },
  { table: 'public.request_taken', open: 'question_id taken_by until', heard: {} },
  {
    table: 'public.dropped_trouble',
    open: 'id of dropped_by dropped_at',
    heard: { admin: 'reason' },
  },
  {
    table: 'public.share_link',
    owner: "(select 'person:' || q.fan_id from public.question q where q.id = t.question_id)",
    open: 'id question_id created_at revoked_at',
    nobody: 'hash',
    heard: { 'copy link': 'name' },
  },
  {
    table: 'public.athlete_form',
    open: 'id country_code social_platform status created_at',
    heard: { admin: 'first_name last_name email city social_account sport position content notes' },
  },
  {
    table: 'public.user_feedback',
    open: 'id person_id status created_at',
    nobody: 'content admin_notes',
  },
] as const
