-- A pooler does not pass on a session's limits, so they are set on the role. A server does not start without them.
alter role infield set transaction_timeout = '30s';
alter role infield set idle_in_transaction_session_timeout = '15s';
alter role infield set lock_timeout = '10s';
