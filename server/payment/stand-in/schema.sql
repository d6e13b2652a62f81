-- The world of the local Stripe stand-in. Applied at every start by ensureSchema, so each statement may run again.
create schema if not exists stand_in;

create table if not exists stand_in.object (
  id text primary key,
  object text not null,
  -- The order of making: `created` counts whole seconds only.
  seq bigint generated always as identity,
  -- What the API shows, with ids where Stripe would expand.
  body jsonb not null,
  -- What a test card is going to do, or that an account is disconnected; the API never shows it.
  outcome text
);

create index if not exists object_newest on stand_in.object (object, seq desc);

create index if not exists object_hold on stand_in.object
  (((body #>> '{payment_method_details,card,capture_before}')::bigint))
  where object = 'charge' and body ->> 'captured' = 'false' and body ->> 'refunded' = 'false';

create table if not exists stand_in.idempotency (
  key text primary key,
  path text not null,
  request_hash text not null,
  status int not null,
  body text not null,
  at timestamptz not null
);

create index if not exists idempotency_age on stand_in.idempotency (at);

create table if not exists stand_in.delivery (
  event_id text primary key references stand_in.object (id),
  seq bigint generated always as identity,
  created timestamptz not null,
  -- Null: given up.
  due_at timestamptz,
  tries int not null default 0,
  delivered_at timestamptz
);

create index if not exists delivery_due on stand_in.delivery (due_at) where delivered_at is null;
