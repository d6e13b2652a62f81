-- A question that the team closes is not one that its athlete declined: the fan is told by whom.
alter table question drop constraint question_reason_check;
alter table question add constraint question_reason_check check (reason in ('no-answer', 'screening-limit',
  'cancelled-by-asker', 'payment-lapsed', 'athlete-removed', 'admin-note', 'closed-by-team', 'declined', 'video-unreadable'));
