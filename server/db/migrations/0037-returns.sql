-- Money that goes back: refunds (ours, and those made at the provider) and disputes of a captured answer or a paid tip.
create table refund (
  id uuid primary key,                       -- made on the desk; our own for one made at the provider
  question_id uuid not null,
  charge_id text not null,
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (reason in ('not-as-promised', 'mistake', 'duplicate', 'fraud', 'goodwill', 'provider')),
  state text not null default 'ordered' check (state in ('ordered', 'pending', 'done', 'refused', 'failed')),
  stripe_refund_id text unique,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index refund_charge on refund (charge_id);
create index refund_question on refund (question_id);
create index refund_open on refund (updated_at) where state = 'pending';

create table dispute (
  id text primary key,                       -- the provider's
  question_id uuid not null,
  charge_id text not null,
  amount_cents int not null check (amount_cents > 0),
  fee_cents int not null default 0,
  state text not null check (state in ('needs-response', 'under-review', 'won', 'lost', 'closed')),
  reason text not null,
  due_by timestamptz,
  opened_at timestamptz not null,
  seen_at timestamptz not null               -- what was asked for later is newer
);
create index dispute_charge on dispute (charge_id);

alter table money_operation drop constraint money_operation_kind_check;
alter table money_operation add constraint money_operation_kind_check
  check (kind in ('create', 'capture', 'release', 'tip', 'tip-release', 'refund'));

-- `disputed`: what the bank has taken until it decides; `dispute_fees` are the platform's alone.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check
  check (account in ('stripe_balance', 'stripe_fees', 'athlete_payable', 'platform_revenue', 'fee_variance', 'disputed',
    'dispute_fees'));
-- The payment that something went back of, so that what is left of it is a sum over the ledger.
alter table ledger_transaction add column charge_id text;
create index ledger_transaction_charge on ledger_transaction (charge_id) where charge_id is not null;
