-- Which devices have had a push, so that one whose service is out of order keeps it from no other and repeats it to none.
alter table push_message add column handed_to text[] not null default '{}';
