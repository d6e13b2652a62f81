-- Counters of the last minutes: every request writes one, and none is worth waiting for the disk. After a crash of the
-- database they begin at zero.
alter table rate_limit set unlogged;
