-- The search also reads what athletes write about themselves, and the roster knows how soon each usually answers.
alter table person alter column directory_text set expression as (
  case when role = 'creator' then directory_text(
    first_name || ' ' || last_name || ' ' || coalesce(username, '') || ' ' || coalesce(sport, '') || ' '
      || coalesce(position, '') || ' ' || bio, interests, tags) end);

create table typical_answer (
  athlete_id uuid primary key references person,
  minutes integer not null check (minutes >= 0)   -- from approval to delivery: the middle one of the latest twenty
);

-- Three answers say something of an athlete, one or two do not.
create function measure_answers(athlete uuid) returns void language sql as $$
  insert into typical_answer (athlete_id, minutes)
    select athlete, percentile_disc(0.5) within group (order by minutes) from (
      select (extract(epoch from a.delivered_at - q.approved_at) / 60)::int as minutes
      from answer a join question q on q.id = a.question_id
      where a.athlete_id = athlete and a.state = 'delivered' and a.delivered_at >= q.approved_at
      order by a.delivered_at desc limit 20) latest
    having count(*) >= 3
    on conflict (athlete_id) do update set minutes = excluded.minutes
$$;

create function measure_answered() returns trigger language plpgsql as $$
begin
  perform measure_answers(new.athlete_id);
  return null;
end $$;
create trigger answer_measured after insert or update of state on answer
  for each row when (new.state = 'delivered') execute function measure_answered();

select measure_answers(athlete_id) from (select distinct athlete_id from answer where state = 'delivered') answered;
