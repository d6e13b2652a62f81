-- A pause that ends by itself, and the number of a profile's latest change: by it a device knows whether what it has
-- pulled already shows what it had changed.
alter table person
  add column paused_until timestamptz,
  add column profile_revision int not null default 1;
create index person_pause_end on person (paused_until) where paused_until is not null;

create function count_profile_change() returns trigger language plpgsql as $$
begin
  new.profile_revision := old.profile_revision + 1;
  return new;
end $$;
create trigger person_profile before update on person for each row
  when ((old.first_name, old.last_name, old.city, old.country_code, old.instagram, old.tiktok, old.x, old.sport, old.position,
      old.bio, old.achievements, old.interests, old.no_go_topics, old.price_cents, old.paused, old.paused_until)
    is distinct from (new.first_name, new.last_name, new.city, new.country_code, new.instagram, new.tiktok, new.x, new.sport,
      new.position, new.bio, new.achievements, new.interests, new.no_go_topics, new.price_cents, new.paused, new.paused_until))
  execute function count_profile_change();

-- What the athlete asked when the fan agreed to it: a price changed later says nothing about a question on its way.
alter table prepared_ask add column price_cents int;

-- Everybody's own document has more in it now: every device gets it once more.
update feed set rev = pg_current_xact_id() where collection = 'people' and not gone;
