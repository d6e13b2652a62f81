-- Which cluster this is and on which of its timelines, read where the log is written: the control file tells of a
-- promotion only after the next checkpoint has ended, minutes later.
create function app_cluster() returns text language sql stable as
  $$ select system_identifier::text from pg_control_system() $$;
create function app_timeline() returns text language sql stable as
  $$ select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int::text $$;

-- A database that was put back in place, as a snapshot or a dump, keeps cluster and timeline: its generation differs.
alter table feed_epoch
  add column generation int not null default 0,
  add column cluster text,
  add column store_id uuid not null default gen_random_uuid(),
  -- counted up by running servers, here and in the store of files: the lower one was put back
  add column beat bigint not null default 0,
  -- every transaction below it had ended when the row was written: where the row survives, so did their effects
  add column beat_xmin xid8;
update feed_epoch set cluster = app_cluster();

create or replace function app_epoch() returns text language sql stable as $$
  select substr(encode(sha256(convert_to(app_cluster() || '/' || app_timeline() ||
    coalesce((select '/' || nullif(generation, 0) from feed_epoch), ''), 'UTF8')), 'hex'), 1, 16) $$;

-- The epochs before this one: of what a device had seen below this transaction nothing was lost.
create table feed_epoch_past (epoch text primary key, intact_below xid8 not null);
