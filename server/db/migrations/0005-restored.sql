-- Since when this cluster runs on what was restored from a backup; null: it never was. For a while after, what is not
-- known here may have been known before.
alter table feed_epoch add column restored_at timestamptz;
