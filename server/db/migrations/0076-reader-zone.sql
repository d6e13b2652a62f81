-- In which zone a person's browser last told the time, so that mails name times as their reader does; null: not known.
alter table person add column zone text;
