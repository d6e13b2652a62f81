-- When a second factor was last shown in a session, or at a mailed door to somebody's own data: what matters most asks for
-- it again when that is longer ago than ten minutes.
alter table auth.session add column "factorAt" timestamptz;
alter table mine_link add column factor_at timestamptz;
