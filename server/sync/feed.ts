import type { CollectionName } from '../../sync/collections.ts'
import type { Checkpoint, PullAnswer, PullRequest } from '../../sync/protocol.ts'
import { isIntact, noticeEpoch } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'
import { DOCUMENTS } from './documents.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/** The least length in characters of a piece of an answer; most answers are shorter and are sent as one piece. */
const PIECE = 64 * 1_024

/**
 * How many documents of a collection are read at once; all of a page, where nothing is said. A device chooses the
 * whole text of a draft, up to the 64 KiB of a request.
 */
const AT_ONCE: Partial<Record<CollectionName, number>> = { drafts: 32 }

/**
 * Streams the page of changes after a checkpoint, for one reader and collection, as the JSON of a `PullAnswer`. It
 * reads below the oldest open writer (`pg_snapshot_xmin`), so that a transaction which commits late is never skipped
 * (BR-3). A checkpoint of another epoch continues if nothing it had seen was lost; otherwise `restart` is true and the
 * collection starts again.
 *
 * Each row is written as it comes and then dropped, so that a long page is already being sent while the database
 * reads on. For a slow reader the pieces wait in memory here, so that no pool connection waits. Of a collection whose
 * documents are long, a part is read, and the next one only when the reader has taken it: all parts of a page show
 * what was there when it began, so that no document is in it twice.
 */
export function readFeed(sql: Sql, reader: string, request: PullRequest): ReadableStream<string> {
  const page = { sql, reader, request }
  let isWanted = true
  let restart = false
  let part = beginning(START)
  const sayTo = (answer: ReadableStreamDefaultController<string>) => (text: string) => {
    if (isWanted) answer.enqueue(text)
  }
  const close = (answer: ReadableStreamDefaultController<string>) => {
    sayTo(answer)(`${part.rest}],"checkpoint":${JSON.stringify(part.checkpoint)},"restart":${restart}}`)
    if (isWanted) answer.close()
  }
  return new ReadableStream<string>({
    async start(answer) {
      const given = request.checkpoint ?? START
      const say = sayTo(answer)
      // read together with the page; the epoch rarely differs, and then the page is read again
      const here = whereWeAre(sql)
      const sayOnceKnown = (piece: string) => {
        // if the epoch cannot be read, the whole answer fails below
        here.then((found) => isGood(given, found) && say(piece)).catch(() => {})
      }
      const [found, ofGiven] = await Promise.all([here, writePart(page, beginning(given), sayOnceKnown)])
      const isHere = isGood(given, found)
      restart = !isHere && !(await goesOn(sql, given, found))
      const first = isHere ? ofGiven : await writePart(page, beginning(restart ? START : given), say)
      part = { ...first, checkpoint: { ...first.checkpoint, epoch: found.epoch } }
      if (part.isLast) close(answer)
    },
    async pull(answer) {
      part = await writePart(page, part, sayTo(answer))
      if (part.isLast) close(answer)
    },
    cancel() {
      isWanted = false
    },
  })
}

const START: Checkpoint = { epoch: '', rev: '0', id: '' }

/** The epoch, and a revision that no row has reached yet. */
type Here = { epoch: string; unreached: string }

async function whereWeAre(sql: Sql): Promise<Here> {
  const [row] = await sql<Here[]>`
    select app_epoch() as epoch, pg_snapshot_xmax(pg_current_snapshot())::text as unreached`
  if (!row) throw new Error('the database does not say where it is')
  return row
}

/**
 * Returns whether a checkpoint is a place in this feed. A checkpoint in the future belongs to a state that was put
 * back since.
 */
function isGood(given: Checkpoint, { epoch, unreached }: Here): boolean {
  return given.epoch === '' || (given.epoch === epoch && BigInt(given.rev) < BigInt(unreached))
}

/** Returns whether a checkpoint of another epoch is valid here too, after recording what happened to the database. */
async function goesOn(sql: Sql, given: Checkpoint, { epoch }: Here): Promise<boolean> {
  if (given.epoch === epoch) return false
  await noticeEpoch(sql)
  return isIntact(sql, given)
}

type Page = { sql: Sql; reader: string; request: PullRequest }
/** How far a page is written. `bound` is the transaction below which all of it is read; null before its first row. */
type Part = { rest: string; checkpoint: Checkpoint; count: number; bound: string | null; isLast: boolean }

function beginning(checkpoint: Checkpoint): Part {
  return { rest: '{"documents":[', checkpoint, count: 0, bound: null, isLast: false }
}

/**
 * Writes the next part of a page. Passes on each piece that is long enough, and returns the rest of the last part; of
 * any other nothing is left, because the stream asks for more only once something came.
 */
async function writePart(page: Page, from: Part, say: (piece: string) => void): Promise<Part> {
  const { collection, limit } = page.request
  const most = Math.min(limit - from.count, AT_ONCE[collection] ?? limit)
  let { rest: text, checkpoint, count, bound } = from
  await readRows(page, from, most).forEach((row) => {
    const document = JSON.stringify(toDocument(row, collection, page.reader))
    text += count === 0 ? document : `,${document}`
    count += 1
    checkpoint = { epoch: checkpoint.epoch, rev: row.feedRev as string, id: row.feedId as string }
    bound = row.feedBound as string
    if (text.length < PIECE) return
    say(text)
    text = ''
  })
  const isLast = count - from.count < most || count === limit
  if (!isLast && text !== '') say(text)
  return { rest: isLast ? text : '', checkpoint, count, bound, isLast }
}

function readRows({ sql, reader, request: { collection } }: Page, { checkpoint, bound }: Part, most: number) {
  const oldestWriter = sql`pg_snapshot_xmin(pg_current_snapshot())`
  const below = bound === null ? oldestWriter : sql`least(${bound}::text::xid8, ${oldestWriter})`
  return sql<Record<string, unknown>[]>`
    select page.rev::text as "feedRev", page.id as "feedId", page.gone as "feedGone", (${below})::text as "feedBound", d.*
    from feed page left join lateral (${DOCUMENTS[collection].columns(sql)}) d on not page.gone
    where page.reader = ${reader}::uuid and page.collection = ${collection}
      and (page.rev, page.id) > (${checkpoint.rev}::text::xid8, ${checkpoint.id || NIL}::uuid)
      and page.rev < ${below}
    order by page.rev, page.id limit ${most}`
}

function toDocument(
  row: Record<string, unknown>,
  collection: PullRequest['collection'],
  reader: string,
): PullAnswer['documents'][number] {
  if (row.feedGone || row.id === null || row.id === undefined)
    return { id: row.feedId as string, _deleted: true }
  // assigned to the new document instead of spread into a copy, because a first sync makes ten thousand of them
  return Object.assign(DOCUMENTS[collection].document(row, reader), { _deleted: false })
}

/** Returns the number of the newest transaction that has begun, as text; every older one may still be open. */
export async function newestWriter(sql: Sql): Promise<string> {
  const [row] = await sql<{ newest: string }[]>`
    select (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text as newest`
  return row?.newest ?? '0'
}
