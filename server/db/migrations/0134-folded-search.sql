-- The desk finds names and subjects without their accents, as the directory does. The index keeps what the function
-- returned before, so it is built anew. The expression stands in both functions, because one that an index uses must
-- find everything it calls without a search path.
create function folded(words text) returns text
language plpgsql immutable parallel safe as $$
declare
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

create or replace function desk_text(subject text, asker jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  words text := subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email');
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

reindex index question_desk_text;
