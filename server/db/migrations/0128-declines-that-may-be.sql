-- How many declined cards each bucket of a payment's opener may have, so that the payments that were opened beforehand
-- can be given up with the last of them. Empty: remembered by an older build.
alter table card_trial add column maxima integer[] not null default '{}';
