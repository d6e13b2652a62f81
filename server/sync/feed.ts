import { LIMITS } from '../../sync/limits.ts'
import type { Checkpoint, PullAnswer, PullRequest } from '../../sync/protocol.ts'
import { isIntact, noticeEpoch } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'
import { DOCUMENTS } from './documents.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/** The least length in characters of a piece of an answer; most answers are shorter and are sent as one piece. */
const PIECE = 64 * 1_024

/**
 * Streams the page of changes after a checkpoint, for one reader and collection, as the JSON of a `PullAnswer`. It
 * is one SELECT below the oldest open writer (`pg_snapshot_xmin`), so that a transaction which commits late is
 * never skipped (BR-3). A checkpoint of another epoch continues if nothing it had seen was lost; otherwise
 * `restart` is true and the collection starts again.
 *
 * Each row is written as it comes and then dropped, so that a long page is already being sent while the database
 * reads on. For a slow reader the pieces wait in memory here, so that no pool connection waits.
 */
export function readFeed(sql: Sql, reader: string, request: PullRequest): ReadableStream<string> {
  let isWanted = true
  return new ReadableStream<string>({
    async start(answer) {
      const given = request.checkpoint ?? START
      const page = { sql, reader, request }
      const say = (text: string) => {
        if (isWanted) answer.enqueue(text)
      }
      // read together with the page; the epoch rarely differs, and then the page is read again
      const here = whereWeAre(sql)
      const sayOnceKnown = (piece: string) => {
        // if the epoch cannot be read, the whole answer fails below
        here.then((found) => isGood(given, found) && say(piece)).catch(() => {})
      }
      const [found, ofGiven] = await Promise.all([here, writePage(page, given, sayOnceKnown)])
      const isHere = isGood(given, found)
      const restart = !isHere && !(await goesOn(sql, given, found))
      const { rest, checkpoint } = isHere ? ofGiven : await writePage(page, restart ? START : given, say)
      const reached = { ...checkpoint, epoch: found.epoch }
      say(`${rest}],"checkpoint":${JSON.stringify(reached)},"restart":${restart}}`)
      if (isWanted) answer.close()
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
type Written = { rest: string; checkpoint: Checkpoint }

/**
 * Writes an answer up to the end of its documents. Passes on each piece that is long enough, and returns the rest.
 */
async function writePage(page: Page, from: Checkpoint, say: (piece: string) => void): Promise<Written> {
  let text = '{"documents":['
  let checkpoint = from
  await readRows(page, from).forEach((row) => {
    const document = JSON.stringify(toDocument(row, page.request.collection, page.reader))
    text += checkpoint === from ? document : `,${document}`
    checkpoint = { epoch: from.epoch, rev: row.feedRev as string, id: row.feedId as string }
    if (text.length < PIECE) return
    say(text)
    text = ''
  })
  return { rest: text, checkpoint }
}

function readRows({ sql, reader, request: { collection, limit } }: Page, from: Checkpoint) {
  return sql<Record<string, unknown>[]>`
    select page.rev::text as "feedRev", page.id as "feedId", page.gone as "feedGone", d.*
    from feed page left join lateral (${DOCUMENTS[collection].columns(sql)}) d on not page.gone
    where page.reader = ${reader}::uuid and page.collection = ${collection}
      and (page.rev, page.id) > (${from.rev}::text::xid8, ${from.id || NIL}::uuid)
      and page.rev < pg_snapshot_xmin(pg_current_snapshot())
    order by page.rev, page.id limit ${Math.min(limit, LIMITS.pullDocuments)}`
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
