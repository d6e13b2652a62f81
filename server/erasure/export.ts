import { makeZip } from 'client-zip'
import { COLLECTION_NAMES, type CollectionName, type QuestionDocument } from '../../sync/collections.ts'
import type { Context } from '../context.ts'
import { findMedia } from '../media/find-media.ts'
import { findMade } from '../media/rendition/store.ts'
import { DOCUMENTS } from '../sync/documents.ts'
import { type Owner, ownerOfLinkId } from './data-link.ts'
import { ownRows } from './own-rows.ts'

/** One file of an archive. */
export type Entry = { name: string; input: string | AsyncIterable<Uint8Array> }

const PAGE = 500
const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * Returns everything about the owner of a data link, as an archive that is made while it is sent: what their own
 * devices may see, their rows in other tables, and every video they may play. It contains nothing about others
 * beyond what the owner is shown. Null where the link has expired.
 */
export async function exportOf(
  context: Context,
  dataLinkId: string,
): Promise<ReadableStream<Uint8Array> | null> {
  const owner = await ownerOfLinkId(context.sql, dataLinkId)
  if (!owner) return null
  return archiveOf(entriesOf(context, owner), await context.clock.now())
}

/**
 * Makes a zip archive while it is read: the next file is requested when the previous one is complete. Every file
 * has the time `at`.
 */
export function archiveOf(entries: AsyncIterable<Entry>, at: Date): ReadableStream<Uint8Array> {
  return makeZip(
    (async function* () {
      for await (const { name, input } of entries) {
        if (typeof input === 'string') yield { name, input, lastModified: at }
        else yield { name, input, lastModified: at }
      }
    })(),
  )
}

async function* entriesOf(context: Context, owner: Owner): AsyncGenerator<Entry> {
  const videos = new Set<string>()
  yield { name: 'README.txt', input: README }
  for (const [name, rows] of Object.entries(ownRows(context.sql, owner)))
    yield { name: `${name}.json`, input: jsonOf(oneBatch(rows)) }
  const { personIds } = owner
  if (personIds.length === 0) return
  for (const collection of COLLECTION_NAMES)
    yield {
      name: `${collection}.json`,
      input: jsonOf(collecting(documentsOfAll(context, collection, personIds), videos)),
    }
  yield* videoEntries(context, [...videos])
  for (const personId of personIds) yield* pictureEntries(context, personId)
}

const README = `This is a copy of what is kept about you.

The files ending in .json are lists that any program can read. Times in them are milliseconds since 1970, days are
written out, amounts are cents. "videos" holds every video you can play: "videoId" in the lists says which is which.
`

/** Yields the documents of a collection for everybody with the address. */
async function* documentsOfAll(
  context: Context,
  collection: CollectionName,
  readers: string[],
): AsyncGenerator<object[]> {
  for (const reader of readers) yield* documentsOf(context, collection, reader)
}

/** Yields the documents of a collection as their reader's devices have them, a page at a time. */
async function* documentsOf(
  { sql }: Context,
  collection: CollectionName,
  reader: string,
): AsyncGenerator<object[]> {
  for (let after = NIL; ; ) {
    const rows = await sql<Record<string, unknown>[]>`
      with page as materialized (
        select id from feed where reader = ${reader}::uuid and collection = ${collection} and not gone and id > ${after}::uuid
        order by id limit ${PAGE})
      select d.* from page join lateral (${DOCUMENTS[collection].columns(sql)}) d on true order by page.id`
    const documents = rows.map((row) => DOCUMENTS[collection].document(row, reader))
    yield documents
    const last = documents.at(-1)
    if (!last || documents.length < PAGE) return
    after = last.id
  }
}

async function* collecting(pages: AsyncIterable<object[]>, videos: Set<string>): AsyncGenerator<object[]> {
  for await (const page of pages) {
    for (const document of page) {
      const { videoId, clarification } = document as { videoId?: string | null } & Partial<QuestionDocument>
      if (videoId) videos.add(videoId)
      if (clarification?.video) videos.add(clarification.video.id)
    }
    yield page
  }
}

async function* oneBatch(rows: () => Promise<object[]>): AsyncGenerator<object[]> {
  yield await rows()
}

/** Writes a time of a row as the documents of the devices have it; for JSON, which would write it as text. */
function inMilliseconds(this: Record<string, unknown>, key: string, written: unknown): unknown {
  const value = this[key]
  return value instanceof Date ? value.getTime() : written
}

/** Writes a JSON list, a page at a time. */
async function* jsonOf(pages: AsyncIterable<object[]>): AsyncGenerator<Buffer> {
  let before = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield Buffer.from(before + page.map((each) => JSON.stringify(each, inMilliseconds, 1)).join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

/**
 * Yields the videos that can still be played when their turn comes; one that was purged in the meantime is left
 * out.
 */
async function* videoEntries(context: Context, ids: string[]): AsyncGenerator<Entry> {
  for (const id of ids) {
    const media = await findMedia(context.sql, id)
    if (
      media?.state !== 'stored' ||
      !media.servedKey ||
      !(await context.blobs.stat('served', media.servedKey))
    )
      continue
    const { servedKey, purpose, servedType } = media
    const name = `videos/${purpose}-${id}.${servedType === 'video/webm' ? 'webm' : 'mp4'}`
    yield { name, input: context.blobs.read('served', servedKey) }
    const poster = await findMade(context.sql, id, 'poster')
    if (poster && (await context.blobs.stat('served', poster.fileKey)))
      yield {
        name: name.replace(/\w+$/, 'jpg'),
        input: context.blobs.read('served', poster.fileKey),
      }
  }
}

async function* pictureEntries({ sql, blobs }: Context, personId: string): AsyncGenerator<Entry> {
  const pictures = await sql<{ fileKey: string; place: string }[]>`
    select file_key as "fileKey", place from picture where person_id = ${personId} order by created_at, id`
  for (const [index, { fileKey, place }] of pictures.entries()) {
    if (!(await blobs.stat('pictures', fileKey))) continue
    const name = `pictures/${index + 1}-${place}.${fileKey.split('.').at(-1)}`
    yield { name, input: blobs.read('pictures', fileKey) }
  }
}
