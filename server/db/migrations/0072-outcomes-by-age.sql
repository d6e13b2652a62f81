-- What became of the intents of guests expires, so it is found by its age.
create index intent_outcome_guests on intent_outcome (at) where principal like 'guest:%';
