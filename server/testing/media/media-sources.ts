import type { Source } from '../canary.ts'

/** Who may know what of videos and their renditions. */
export const MEDIA_SOURCES: readonly Source[] = [
  {
    table: 'public.media',
    open: `id purpose source state refusal declared_type declared_bytes declared_duration_ms upload_id served_bytes arrived_bytes
      served_type duration_ms width height video_codec audio_codec claimed_by created_at received_at stored_at purged_at
      verify_after verify_tries conversion converted_from`,
    nobody: 'principal declared_sha256 original_key served_key',
  },
  {
    table: 'public.rendition',
    open: 'media_id kind state ordered_at take_after tries percent bytes width height made_at',
    nobody: 'file_key',
  },
]
