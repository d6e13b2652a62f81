import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../../context.ts'
import { renditionKey } from '../../media/rendition/store.ts'

const PICTURE = path.join(import.meta.dirname, 'portrait.jpg')

/** Gives a stored video a poster, as if the poster had been made from the video. */
export async function giveVideoPoster({ blobs, random, sql }: Context, mediaId: string): Promise<void> {
  const [draft, key] = [blobs.draft(random.id()), renditionKey(mediaId, 'poster')]
  await copyFile(PICTURE, draft)
  await blobs.keep(draft, key)
  await sql`
    insert into rendition (media_id, kind, state, percent, file_key, bytes, width, height, made_at)
    values (${mediaId}, 'poster', 'made', 100, ${key}, ${(await blobs.stat('served', key))?.bytes ?? 0}, 1, 1, app_now())`
}
