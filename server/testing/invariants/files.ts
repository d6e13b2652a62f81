import { createHash } from 'node:crypto'
import { wasRestored } from '../../db/restored.ts'
import type { BlobStore } from '../../media/storage.ts'
import type { Ground } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

type FileRow = {
  id: string
  state: string
  uploadId: string | null
  servedKey: string | null
  sha256: string
  servedBytes: number
}

/** D5: finds video rows without their bytes, and bytes without their row. */
export async function wrongFiles({ sql, blobs }: Ground): Promise<Violation[]> {
  const rows = await sql<FileRow[]>`
    select id, state, upload_id as "uploadId", served_key as "servedKey", declared_sha256 as sha256, served_bytes as "servedBytes"
    from media`
  const wrong: object[] = []
  const known = new Set<string>()
  for (const row of rows) {
    const { state, uploadId, servedKey } = row
    if (uploadId) known.add(uploadId)
    if (servedKey) known.add(servedKey)
    const gone = state === 'refused' || state === 'purged'
    if (gone && (uploadId || servedKey))
      wrong.push({ ...row, why: 'the files of a purged video are not forgotten' })
    if (state === 'stored' && !(await isWhole(blobs, row)))
      wrong.push({ ...row, why: 'the files of a stored video are not what they were' })
  }
  wrong.push(...(await wrongRenditions(sql, blobs, known)))
  // after a standby took over, files that nobody knows stay for a month: their rows may be lost
  if (!(await wasRestored(sql))) wrong.push(...(await unknownFiles(blobs, known)))
  return wrong.length === 0
    ? []
    : [{ invariant: 'D5', says: 'rows and files of videos disagree', rows: wrong }]
}

async function unknownFiles(blobs: BlobStore, known: ReadonlySet<string>): Promise<object[]> {
  const wrong: object[] = []
  for (const area of ['uploads', 'served'] as const) {
    for await (const { key } of blobs.list(area))
      if (!known.has(key)) wrong.push({ area, key, why: 'nobody knows this file' })
  }
  return wrong
}

async function isWhole(
  blobs: BlobStore,
  { uploadId, servedKey, sha256, servedBytes }: FileRow,
): Promise<boolean> {
  if (!uploadId || !servedKey || !(await blobs.stat('uploads', uploadId))) return false
  const hash = createHash('sha256')
  for await (const chunk of blobs.read('uploads', uploadId)) hash.update(chunk)
  const served = await blobs.stat('served', servedKey)
  return hash.digest('hex') === sha256 && served?.bytes === servedBytes
}

/** Finds renditions that still wait at the end, whose file is not as recorded, or that outlived their video. */
async function wrongRenditions(sql: Ground['sql'], blobs: BlobStore, known: Set<string>): Promise<object[]> {
  const rows = await sql<{ of: string; kind: string; state: string; key: string | null; bytes: number }[]>`
    select m.state as of, r.kind, r.state, r.file_key as key, r.bytes::float8 as bytes
    from rendition r join media m on m.id = r.media_id`
  const wrong: object[] = []
  for (const row of rows) {
    if (row.key) known.add(row.key)
    if (row.of === 'refused' || row.of === 'purged')
      wrong.push({ ...row, why: 'the renditions of a purged video are not forgotten' })
    else if (row.state === 'waiting') wrong.push({ ...row, why: 'a rendition is waited for for ever' })
    else if (row.key && (await blobs.stat('served', row.key))?.bytes !== row.bytes)
      wrong.push({ ...row, why: 'a rendition is not the file that it was' })
  }
  return wrong
}
