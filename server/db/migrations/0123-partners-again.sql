-- Athletes no longer see the username of a fan under 18: their devices pull those conversations again.
update conversation set updated_at = updated_at
  where fan_id in (select id from person where shown_age = 17 and username is not null);

-- Fans are told which athletes' accounts our team has closed.
update conversation set updated_at = updated_at
  where athlete_id in (select id from person where closed_at is not null);
