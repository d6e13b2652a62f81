-- Under which cluster the feed's revisions were written. Transaction numbers begin low again in a new one: after a
-- restore the feed is numbered anew, or nobody would be told of anything until the numbers have caught up.
create table feed_epoch (only_row boolean primary key default true check (only_row), epoch text not null);
