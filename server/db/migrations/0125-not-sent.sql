-- A mail or push message that nobody was to get any more is settled like one that was sent. Why it went to nobody is
-- kept beside it, so that the desk and the copy of somebody's data do not call it sent. Null: it was sent, waits, or
-- was settled by an older build.
alter table mail add column not_sent_because text
  check (not_sent_because in ('no-longer-true', 'may-no-longer-read', 'no-address'));
alter table push_message add column not_sent_because text
  check (not_sent_because in ('no-longer-true', 'may-no-longer-read', 'no-device', 'refused'));
-- Ordered for nobody, and settled as it was ordered.
update mail set not_sent_because = 'no-address' where tries = 0 and sent_at = created_at;
