-- Accounts somebody asked for and has not activated: nothing of it counts before the mailed token comes back together
-- with the password chosen here. An address may have several: whose they are is not known yet.
create table fan_join (
  id uuid primary key,
  token_hash text not null unique,
  email text not null,                       -- lower case
  first_name text not null,
  last_name text not null,
  birth_date date not null,
  city text not null,
  country_code text not null,
  username text not null,
  password_hash text not null,               -- scrypt, salted
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index fan_join_email on fan_join (email);
create index fan_join_expiry on fan_join (expires_at);
create unique index verification_value on auth.verification (value);
create index verification_expiry on auth.verification ("expiresAt");
