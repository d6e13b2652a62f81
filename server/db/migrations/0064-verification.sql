-- Who is verified next is decided here, for all servers alike: answers before questions, and among their senders in turn.
alter table media
  add column verify_after timestamptz,           -- not looked at before: somebody verifies it, or the machine failed
  add column verify_tries smallint not null default 0;
create index media_received on media (received_at) where state = 'received';

create table verification_turn (
  principal text primary key,                    -- as in `media`
  turn_at timestamptz not null default app_now(),-- when a video of theirs was last looked at
  refused smallint not null default 0,           -- how many of late were no videos; each makes the next wait longer
  wait_until timestamptz
);
