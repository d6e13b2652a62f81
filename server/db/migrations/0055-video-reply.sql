-- What is asked once more may be replied to by a short video. It is announced first, and is the reply once its bytes are
-- verified; until then a text, or another video, takes its place.
alter table media drop constraint media_purpose_check,
  add constraint media_purpose_check check (purpose in ('question', 'answer', 'reply'));
alter table clarification add column media_id uuid references media,
  drop constraint clarification_check, drop constraint clarification_check1,
  add check (reply is null or replied_at is not null),
  add check (replied_at is null or num_nonnulls(reply, media_id) = 1),
  add check (reported_at is null or (replied_at is null and media_id is null));
create unique index clarification_media on clarification (media_id) where media_id is not null;
