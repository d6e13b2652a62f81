-- A conversation shows its reader the other side. When what it shows of a person changes, it is published anew to
-- everybody who sees it there, in the same transaction.
create function publish_partner() returns trigger language plpgsql as $$
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
  select count(pg_notify('feed', reader::text || ' conversations ' || pg_current_xact_id()::text)) into n
    from (select distinct reader from told) readers;
  return null;
end $$;
create trigger person_shown after update on person referencing old table as before new table as now
  for each statement execute function publish_partner();

-- Whoever comes to see a person waits for a change of that person to end, and holds the next one back until they are
-- among its readers: else it would pass by a conversation that is being made or opened just then.
create function hold_partners() returns trigger language plpgsql as $$
begin
  perform from person where id in (new.fan_id, new.athlete_id) order by id for share;
  return null;
end $$;
create trigger conversation_made after insert on conversation for each row execute function hold_partners();
create trigger conversation_opened after update of opened_at on conversation
  for each row when (old.opened_at is distinct from new.opened_at) execute function hold_partners();
