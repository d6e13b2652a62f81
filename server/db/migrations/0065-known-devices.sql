-- An account knows the devices it was signed in on, and how often its password was guessed wrongly of late.
create table known_device (
  user_id uuid not null references auth."user" on delete cascade,
  device_hash text not null,                     -- of the name in the browser's cookie
  first_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now(),
  primary key (user_id, device_hash)
);
create index known_device_hash on known_device (device_hash);

-- Counters, as rate_limit: every try writes one, and none is worth waiting for the disk.
create unlogged table password_try (
  bucket text primary key,                       -- an address that may have an account, alone, by network or by device
  failures int not null,
  last_at timestamptz not null,
  told_at timestamptz                            -- when its person was told that somebody is trying
);
