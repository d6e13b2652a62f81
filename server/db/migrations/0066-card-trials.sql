-- Whoever tries one card after another is found by the guest and the networks that opened the payments.
create unlogged table card_trial (
  payment_id uuid primary key,                   -- a hold or a tip
  buckets text[] not null,                       -- whose declined cards are counted, as hashes
  created_at timestamptz not null default app_now()
);
create index card_trial_created on card_trial (created_at);
