import { PRODUCT } from '../../sync/text/product.ts'
import { videoFileName } from '../../sync/text/video-file-name.ts'
import type { Sql } from '../db/sql.ts'
import type { MediaRow } from './store.ts'

type Named = Pick<MediaRow, 'servedType' | 'purpose' | 'claimedBy'>

/** Returns the header that names a file; one offered for saving is named after its question. */
export async function dispositionOf(sql: Sql, media: Named, isDownload: boolean): Promise<string> {
  const { purpose, claimedBy } = media
  const type = media.servedType === 'video/webm' ? 'video/webm' : 'video/mp4'
  const plain = `filename="${PRODUCT.name.toLowerCase()}-${purpose}.${type.slice('video/'.length)}"`
  if (!isDownload) return `inline; ${plain}`
  const subject = claimedBy && (await findSubject(sql, claimedBy))
  if (!subject) return `attachment; ${plain}`
  return `attachment; ${plain}; filename*=UTF-8''${encodeURIComponent(videoFileName(subject, { type, purpose }))}`
}

/** Returns the subject of the question that claimed a video, or whose answer did; null when there is none. */
async function findSubject(sql: Sql, claimedBy: string): Promise<string | null> {
  const [row] = await sql<{ subject: string | null }[]>`
    select coalesce(
      (select subject from question where id = ${claimedBy}),
      (select q.subject from answer a join question q on q.id = a.question_id where a.id = ${claimedBy})) as subject`
  return row?.subject ?? null
}
