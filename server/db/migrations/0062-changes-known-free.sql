-- What is said of a change: for whom, of which collection, in which transaction. `free`: no older writer was open when it
-- was written. Numbers are given in order, so none can come later, and a listener need not look when it hears of it.
create function feed_change(reader uuid, collection text) returns text language sql as $$
  select reader::text || ' ' || collection || ' ' || pg_current_xact_id()::text
    || case when pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id() then ' free' else '' end
$$;

create or replace function publish() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  n int;
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
  select count(pg_notify('feed', feed_change(reader, tg_argv[0]))) into n
    from (select reader from up union select reader from down) told;
  return null;
end $$;

create or replace function publish_partner() returns trigger language plpgsql as $$
declare n int;
begin
  with different as materialized (
    select now.id from now join before using (id)
    where (now.role, now.first_name, now.last_name, now.username, now.sport, now.city, now.country_code, now.birth_date,
        now.picture_url)
      is distinct from (before.role, before.first_name, before.last_name, before.username, before.sport, before.city,
        before.country_code, before.birth_date, before.picture_url)
  ), shown as (
    select c.id, c.athlete_id as reader from conversation c join different d on d.id = c.fan_id
    union select c.id, c.fan_id from conversation c join different d on d.id = c.athlete_id
  ), told as (
    update feed f set rev = pg_current_xact_id() from shown s
    where f.collection = 'conversations' and f.id = s.id and f.reader = s.reader and not f.gone
    returning f.reader
  )
  select count(pg_notify('feed', feed_change(reader, 'conversations'))) into n
    from (select distinct reader from told) readers;
  return null;
end $$;
