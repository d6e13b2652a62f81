import type { Transcript } from '../../../sync/media/captions.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** What is said in a video, as the database writes it into one column of `media`, by its alias. */
export function transcriptColumn(on: Queryable, media: 'm' | 'am' = 'm') {
  const [text, captions] = [on(`${media}.transcript`), on(`${media}.captions`)]
  return on`case when ${text} is not null then json_build_object('text', ${text}, 'captions', ${captions}) end`
}

/** Keeps what is said in a video, or that nothing is known of it; false when the video is deleted. */
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
