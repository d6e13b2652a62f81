-- A passkey signs in by itself, or stands as the second factor beside a password. Only its public half is here.
create table passkey (
  id text primary key,                       -- as the device names it, base64url
  user_id uuid not null references auth."user" on delete cascade,
  public_key bytea not null,                 -- COSE
  counter bigint not null,                   -- of its uses, where the device counts them
  name text not null,                        -- what its owner calls it
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- A challenge is signed by us and says itself how long it is good; here is which ones were used.
create table passkey_challenge_spent (
  hash text primary key,
  expires_at timestamptz not null
);
create index passkey_challenge_spent_expiry on passkey_challenge_spent (expires_at);

-- Recovery codes stand in for whichever second factor an account has, so they belong to the account.
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code add foreign key (user_id) references auth."user" on delete cascade;
