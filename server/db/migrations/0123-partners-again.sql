-- Athletes no longer see the username of a fan under 18: their devices pull those conversations again.
-- A device that pulls from a server of the former build during a rolling deploy keeps the name until the
-- conversation changes.
update conversation set updated_at = updated_at
  where fan_id in (select id from person where shown_age = 17 and username is not null);
