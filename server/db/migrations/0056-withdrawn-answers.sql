-- As before, but an athlete is also told that an answer of theirs was withdrawn: a video that could not be read, or that
-- never came, would else still be "sent" on the device that it came from. Nobody else ever hears of one.
create or replace view audience (collection, id, reader) as
  select 'people', id, id from person where auth_id is not null
  union all select 'conversations', id, fan_id from conversation
  union all select 'conversations', id, athlete_id from conversation c where opened_at is not null
    and not exists (select from person p where p.id = c.fan_id and p.leaving_at is not null)
  union all select 'questions', id, fan_id from question
  union all select 'questions', id, athlete_id from question q where approved_at is not null
    and (status = 'approved' or not exists (select from person p where p.id = q.fan_id and p.leaving_at is not null))
  union all select 'answers', id, athlete_id from answer
  union all select 'answers', id, fan_id from answer where state = 'delivered'
  union all select 'drafts', id, person_id from draft where not discarded;

-- Those withdrawn already are told now.
update answer set updated_at = updated_at where state = 'withdrawn';
