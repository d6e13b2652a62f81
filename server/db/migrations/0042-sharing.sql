-- Links that a fan gives to others: they show the answer and what was asked, and each can be taken back.
create table share_link (
  id uuid primary key,
  question_id uuid not null references question,
  name text not null,                        -- the fan's own, for whom it is
  hash text not null unique,
  created_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index share_link_question on share_link (question_id) where revoked_at is null;

-- When the fan was asked, once, what the answer was worth to them.
alter table answer add column rating_asked_at timestamptz;
create index answer_unrated on answer (delivered_at) where state = 'delivered' and rating_asked_at is null;
