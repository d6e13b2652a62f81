-- What the athlete declined and what was never paid for may be completed as a gift too, as what ran out of time may (D5).
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) and current_setting('infield.status_set', true) is distinct from 'on'
    and not ((old.status, new.status) = ('athlete rejected', 'completed')
      and old.reason in ('no-answer', 'declined', 'payment-lapsed') and new.amount_cents = 0) then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
