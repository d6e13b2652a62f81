-- The directory's search: what an athlete is known by, folded as `foldText` of sync/athlete/directory.ts folds it, and an
-- index over every three letters of it.
create extension if not exists pg_trgm with schema public;

-- Not plain SQL: that would be planned anew for every row.
create function directory_text(words text, interests text[], tags text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  known text := words || ' ' || array_to_string(interests, ' ');
begin
  known := ' ' || translate(known, '|', ' ') || ' | ' || array_to_string(tags, ' | ') || ' |';
  known := normalize(lower(known collate pg_c_utf8), NFKD);
  return regexp_replace(regexp_replace(known, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

alter table person add column directory_text text collate "C" generated always as (
  case when role = 'creator' then directory_text(
    first_name || ' ' || last_name || ' ' || coalesce(username, '') || ' ' || coalesce(sport, '') || ' '
      || coalesce(position, ''), interests, tags) end) stored;

create index person_search on person using gin (directory_text gin_trgm_ops)
  where role = 'creator' and listed and not paused;
