-- How many bytes of an unclaimed question video have arrived: only these take from the room that all such videos
-- share. Zero for what is under way as this is applied, until its next bytes.
alter table media add column arrived_bytes bigint not null default 0;
