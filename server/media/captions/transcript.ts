import type { Transcript } from '../../../sync/media/captions.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** A column with the transcript of a video as JSON, for `media` under this alias. */
export function transcriptColumn(on: Queryable, media: 'm' | 'am' = 'm') {
  const [text, captions] = [on(`${media}.transcript`), on(`${media}.captions`)]
  return on`case when ${text} is not null then json_build_object('text', ${text}, 'captions', ${captions}) end`
}

/** Stores the transcript of a video, or null to remove it. Returns false when the video is deleted. */
export async function keepTranscript(
  tx: Tx,
  mediaId: string,
  transcript: Transcript | null,
): Promise<boolean> {
  const [kept] = await tx`
    update media set transcript = ${transcript?.text ?? null}, captions = ${transcript?.captions ?? null}
    where id = ${mediaId} and state <> 'purged' returning id`
  return kept !== undefined
}
