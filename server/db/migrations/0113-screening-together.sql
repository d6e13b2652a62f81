-- What two people at the desk tell each other of a request: notes, and whose it is while somebody looks at it.
create table request_note (
  id uuid primary key,
  question_id uuid not null references question,
  written_by uuid not null references person,
  text text not null,
  at timestamptz not null default app_now()
);
create index request_note_question on request_note (question_id, at);

create table request_taken (
  question_id uuid primary key references question,
  taken_by uuid not null references person,
  until timestamptz not null                -- from then on it is nobody's, with nothing that has to run
);

create trigger request_note_desk after insert on request_note for each row execute function tell_desk_of_decision();
create trigger request_taken_desk after insert or update or delete on request_taken
  for each row execute function tell_desk_of_decision();
