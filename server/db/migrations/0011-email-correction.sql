-- A mistyped address takes its conversation with it: whoever saw it is told that it is gone.
create trigger conversation_removed after delete on conversation referencing old table as changed
  for each statement execute function publish('conversations');
