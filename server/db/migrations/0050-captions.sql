-- What is said in a video, as whoever answered typed or attached it: the words, and with times the captions (WebVTT of our
-- own writing). They go with the video, whoever deletes it.
alter table media add column transcript text, add column captions text;
create function drop_words() returns trigger language plpgsql as $$
begin
  new.transcript := null;
  new.captions := null;
  return new;
end $$;
create trigger media_words_purged before update of state on media for each row
  when (new.state = 'purged') execute function drop_words();
