-- Whoever asks without an account has no stream that tells their time zone, so the ask itself keeps it for its mails.
alter table prepared_ask add column zone text;
