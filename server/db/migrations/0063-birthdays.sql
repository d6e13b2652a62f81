-- The age that others are shown stands in a row: what a device is told of a partner is what is written, whenever it pulls,
-- and a birthday is a change like any other.
alter table person
  add column shown_age smallint,             -- whole years; 17: under 18, and which birthday of those it is is not told
  add column shown_age_until date;           -- the day, in UTC, from which it is another one
create index person_birthday on person (shown_age_until) where shown_age_until is not null;

-- The day on which somebody is so many years old: whoever was born on a 29 February waits for 1 March where there is none (D10).
create function birthday(birth date, years int) returns date language sql immutable as $$
  select case when extract(day from that) = extract(day from birth) then that else that + 1 end
    from cast(birth + make_interval(years => years) as date) that
$$;

create function show_age() returns trigger language plpgsql as $$
declare
  today date := app_now() at time zone 'utc';
  years int := extract(year from today) - extract(year from new.birth_date);
begin
  if new.birth_date is null then
    new.shown_age := null;
    new.shown_age_until := null;
  else
    if birthday(new.birth_date, years) > today then years := years - 1; end if;
    new.shown_age := greatest(years, 17);
    new.shown_age_until := birthday(new.birth_date, new.shown_age + 1);
  end if;
  return new;
end $$;
create trigger person_age before insert or update of birth_date on person for each row execute function show_age();

create or replace function publish_partner() returns trigger language plpgsql as $$
declare n int;
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
  select count(pg_notify('feed', feed_change(reader, 'conversations'))) into n
    from (select distinct reader from told) readers;
  return null;
end $$;

-- Those of today, and once more what athletes' devices have: the age in it may be of long ago.
alter table person disable trigger person_changed;
alter table person disable trigger person_shown;
update person set birth_date = birth_date where birth_date is not null;
alter table person enable trigger person_changed;
alter table person enable trigger person_shown;
update feed f set rev = pg_current_xact_id() from conversation c join person p on p.id = c.fan_id
  where f.collection = 'conversations' and f.id = c.id and f.reader = c.athlete_id and not f.gone and p.birth_date is not null;
