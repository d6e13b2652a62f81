-- Codes that lower the price of a question. What was typed is never stored, only its keyed hash.
create table discount_code (
  id uuid primary key,
  code_hash text not null unique,
  label text not null,                       -- what the team calls it
  percent_off int check (percent_off between 1 and 100),
  cents_off int check (cents_off > 0),
  max_uses int check (max_uses > 0),         -- in all; null is no limit
  max_uses_each int check (max_uses_each > 0),   -- by one asker's address; null is no limit
  expires_at timestamptz,
  ended_at timestamptz,                      -- taken out of use by hand
  created_at timestamptz not null default app_now(),
  check (num_nonnulls(percent_off, cents_off) = 1)
);

-- One ask, one use, whatever is prepared again. Whether it still counts is read from the ask and its question.
alter table prepared_ask add column discount_code_id uuid references discount_code;
create index prepared_ask_discount on prepared_ask (discount_code_id) where discount_code_id is not null;
