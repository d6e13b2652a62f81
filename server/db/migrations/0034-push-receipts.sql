-- A device says that a push reached it; a reminder nobody acknowledged is written as a mail.
alter table push_message add column received_at timestamptz, add column mailed_at timestamptz;
