-- What a fan asks once more about a delivered answer, once, and what the athlete writes back. Nobody is charged for it and
-- nobody earns by it. It goes to the athlete unscreened: whoever asks was screened, and the athlete can hand it to the team.
create table clarification (
  question_id uuid primary key references question,
  text text not null,
  asked_at timestamptz not null default app_now(),
  reply text,
  replied_at timestamptz,
  reported_at timestamptz,
  check ((reply is null) = (replied_at is null)),
  check (reply is null or reported_at is null)
);
