-- An answer recorded in time that arrived when its question had expired may be given for nothing (D5).
alter table answer add column gift boolean not null default false;

-- The team may set any status (D54), and what ran out of time may still be completed as a gift.
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) and current_setting('infield.status_set', true) is distinct from 'on'
    and not ((old.status, new.status) = ('athlete rejected', 'completed') and old.reason = 'no-answer'
      and new.amount_cents = 0) then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
