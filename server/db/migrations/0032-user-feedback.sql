-- What a member tells the team from the dashboard (S2-3.5); the username is read from the person.
create table user_feedback (
  id uuid primary key,                       -- made on the sender's device
  person_id uuid not null references person,
  content text not null,
  status text not null default 'New' check (status in ('New', 'Awaiting Response', 'Completed')),
  admin_notes text,
  created_at timestamptz not null default app_now()
);
create index user_feedback_newest on user_feedback (created_at desc, id);
create index user_feedback_person on user_feedback (person_id);
