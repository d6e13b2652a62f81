-- A payout that somebody pays by hand keeps the handle that it is paid to until they confirm it, because the athlete
-- may change theirs meanwhile. Empty: none was given. Null: not begun, or begun by an older build.
alter table payout add column begun_handle text;
