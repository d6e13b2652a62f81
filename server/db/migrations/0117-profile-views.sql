-- How often a profile was looked at on a day, which its athlete is told; nothing says who looked.
create table profile_view (
  athlete_id uuid not null references person (id),
  day date not null,
  views int not null check (views > 0),
  primary key (athlete_id, day)
);
