-- The desk finds names and subjects without their accents, as the directory does. An older build still reads desk_text,
-- so its index stays: to build that one anew would hold up every query of the table. The expression stands in both
-- functions, because one that an index uses must find everything it calls without a search path.
create function folded(words text) returns text
language plpgsql immutable parallel safe as $$
declare
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

create function desk_words(subject text, asker jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  words text := subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email');
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

create index question_desk_words on question using gin (desk_words(subject, asker) gin_trgm_ops);
