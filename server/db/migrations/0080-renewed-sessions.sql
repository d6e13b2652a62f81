-- Whoever shows again who they are gets another token for the same session (ASVS 7.2.4). The former one dies with the
-- first request that carries the new one, so that an answer that was lost on the way signs nobody out.
alter table auth.session add column "formerToken" text, add column "formerEndedAt" timestamptz;
create unique index "session_formerToken" on auth.session ("formerToken") where "formerToken" is not null;
