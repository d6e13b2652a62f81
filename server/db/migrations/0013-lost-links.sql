-- Whoever lost a private link is found by the address they asked with.
create index question_asker_email on question (lower(asker ->> 'email'), submitted_at desc) where link_hash is not null;
