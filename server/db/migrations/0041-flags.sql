-- What an automatic check noticed about a question (D57): it sorts, and decides nothing.
alter table question add column flags text[] not null default '{}';
create index question_flagged on question (screening_ends_at, id) where status = 'new' and flags <> '{}';
create index question_same_text on question (md5(lower(text)), submitted_at) where kind = 'text';
