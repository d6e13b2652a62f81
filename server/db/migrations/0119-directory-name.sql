-- The directory "by name" stands in the order of the names that are shown. An older build still reads by username, so its
-- index stays.
create function directory_name(first_name text, last_name text) returns text
language plpgsql immutable parallel safe as $$
declare
  name text := normalize(lower((first_name || ' ' || last_name) collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(name, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

create index person_directory_name on person (directory_name(first_name, last_name) collate "C", username)
  where role = 'creator' and listed and not paused;
