-- Live changes are told by NOTIFY, for whose sake the commits of the whole cluster wait for each other, or by rows that a
-- relay hands to a broker. Servers renew a lease for the way by which they hear. Where none hears a broker it is NOTIFY,
-- as for every build before; where some do and some do not it is both.
create table live_way (
  only_row boolean primary key default true check (only_row),
  brokered_until timestamptz not null default '-infinity',
  notified_until timestamptz not null default '-infinity'
);
insert into live_way default values;

-- What the relay has not handed on yet. Lost in a crash: whoever listened is told to look again after one anyway.
create unlogged table live_change (
  id bigint generated always as identity primary key,
  channel text not null,
  message text not null,
  rev xid8 not null default pg_current_xact_id()
);

-- Leases are of the machine's clock: the app's may be set.
create function tell_live(told_on text, messages text[]) returns void language plpgsql as $$
declare way public.live_way;
begin
  if messages is null then return; end if;
  select * into way from public.live_way;
  if way.brokered_until > clock_timestamp() then
    insert into public.live_change (channel, message) select told_on, message from unnest(messages) message;
    if way.notified_until < clock_timestamp() then return; end if;
  end if;
  perform pg_notify(told_on, message) from unnest(messages) message;
end $$;

create or replace function publish() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  messages text[];
  ids uuid[] := (select array_agg(id order by id) from changed);   -- an array, so the view's branches use their indexes
begin
  if ids is null then return null; end if;
  with wanted as materialized (
    select distinct reader, id from audience where collection = tg_argv[0] and id = any (ids)
  ), up as (
    insert into feed (reader, collection, id) select reader, tg_argv[0], id from wanted order by reader, id
    on conflict (reader, collection, id) do update set rev = excluded.rev, gone = false
    returning reader
  ), down as (
    update feed f set rev = pg_current_xact_id(), gone = true
    where f.collection = tg_argv[0] and f.id = any (ids) and not f.gone
      and not exists (select from wanted w where w.reader = f.reader and w.id = f.id)
    returning f.reader
  )
  select array_agg(feed_change(reader, tg_argv[0])) into messages
    from (select reader from up union select reader from down) told;
  perform tell_live('feed', messages);
  return null;
end $$;

create or replace function publish_partner() returns trigger language plpgsql as $$
declare messages text[];
begin
  with different as materialized (
    select now.id from now join before using (id)
    where (now.role, now.first_name, now.last_name, now.username, now.sport, now.city, now.country_code, now.shown_age,
        now.picture_url)
      is distinct from (before.role, before.first_name, before.last_name, before.username, before.sport, before.city,
        before.country_code, before.shown_age, before.picture_url)
  ), shown as (
    select c.id, c.athlete_id as reader from conversation c join different d on d.id = c.fan_id
    union select c.id, c.fan_id from conversation c join different d on d.id = c.athlete_id
  ), told as (
    update feed f set rev = pg_current_xact_id() from shown s
    where f.collection = 'conversations' and f.id = s.id and f.reader = s.reader and not f.gone
    returning f.reader
  )
  select array_agg(feed_change(reader, 'conversations')) into messages
    from (select distinct reader from told) readers;
  perform tell_live('feed', messages);
  return null;
end $$;

create or replace function tell_desk() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', (select array_agg(id::text || ' ' || revision) from changed));
  return null;
end $$;

create or replace function tell_desk_of_decision() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', array[coalesce(new.question_id, old.question_id)::text || ' 0']);
  return null;
end $$;

create or replace function tell_desk_of_row() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', array[new.id::text || ' 0']);
  return null;
end $$;

create or replace function auth.tell_session_end() returns trigger language plpgsql as $$
begin
  perform public.tell_live('session', array[old.id::text]);
  return null;
end $$;
