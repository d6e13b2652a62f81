/** Who may know what is said in and about answers. */
export const ANSWER_SOURCES = [
  {
    table: 'public.media',
    where: 't.transcript is not null',
    owner: `(select coalesce('guest:' || q.guest_id, 'person:' || q.fan_id) from public.answer a
      join public.question q on q.id = a.question_id where a.media_id = t.id)`,
    athlete: '(select array_agg(a.athlete_id) from public.answer a where a.media_id = t.id)',
    open: '',
    heard: { 'owner athlete admin link': 'transcript captions' },
  },
  {
    table: 'public.clarification',
    owner:
      "(select coalesce('guest:' || q.guest_id, 'person:' || q.fan_id) from public.question q where q.id = t.question_id)",
    athlete: '(select array[q.athlete_id] from public.question q where q.id = t.question_id)',
    open: 'question_id media_id asked_at replied_at reported_at',
    heard: { 'owner athlete admin link': 'text reply' },
  },
  {
    table: 'public.rating',
    open: 'id answer_id question_id athlete_id stars created_at',
    heard: { admin: 'response_feedback infield_feedback' },
  },
  {
    table: 'public.contact_form',
    where: 'not exists (select from public.person p where p.email = t.email and p.listed)',
    open: 'id status question_id created_at',
    heard: { admin: 'first_name last_name email subject content notes' },
  },
  {
    // The sender is a listed athlete, whose name is public.
    table: 'public.contact_form',
    where: 'exists (select from public.person p where p.email = t.email and p.listed)',
    owner: "(select 'person:' || p.id from public.person p where p.email = t.email)",
    open: 'id status question_id created_at first_name last_name',
    heard: { 'owner admin': 'email', admin: 'subject content notes' },
  },
] as const
