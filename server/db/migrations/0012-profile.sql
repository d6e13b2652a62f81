-- What else a profile shows: cover pictures, where else to find the athlete (handles without @), and linked TikTok videos.
alter table person
  add column if not exists cover_urls text[] not null default '{}',
  add column if not exists instagram text,
  add column if not exists tiktok text,
  add column if not exists x text,
  add column if not exists tiktok_embeds text[] not null default '{}';
