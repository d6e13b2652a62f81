-- Whoever is to reach somebody's account changes only when both inboxes have said yes: the one they have, so that nobody
-- takes an account away, and the one they name, so that nobody is written to by mistake.
create table email_change (
  id uuid primary key,
  person_id uuid not null unique references person,   -- the latest change takes the place of the one before
  email text not null,                                -- lower case: where they want to be reached
  former_email text,                                  -- once it is made: where they were, who is told
  old_hash text not null unique,                      -- of the token mailed to the address they have
  new_hash text not null unique,                      -- of the one mailed to the address they want
  old_at timestamptz,
  new_at timestamptz,
  asked_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index email_change_expiry on email_change (expires_at);
