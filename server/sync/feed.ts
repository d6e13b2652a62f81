import { LIMITS } from '../../sync/limits.ts'
import type { Checkpoint, PullAnswer, PullRequest } from '../../sync/protocol.ts'
import type { Sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { planted } from '../planted.ts'
import { VISIBLE } from './visible.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * The page of changes after a checkpoint, for one reader and collection: one SELECT, bounded below the oldest open
 * writer (`pg_snapshot_xmin`), so that a transaction which commits late is never skipped (BR-3). A checkpoint of
 * another cluster starts again: `restart` is true.
 */
export async function readFeed(sql: Sql, reader: string, request: PullRequest): Promise<PullAnswer> {
  const given = request.checkpoint ?? START
  // both at once: that the cluster is another one is rare, and then the page is read again
  const [epoch, page] = await Promise.all([epochOf(sql), readPage(sql, reader, { ...request, from: given })])
  const restart = given.epoch !== '' && given.epoch !== epoch
  const from = restart ? START : given
  const rows = restart ? await readPage(sql, reader, { ...request, from }) : page
  const checkpoint = checkpointAfter(rows, { ...from, epoch })
  return {
    documents: rows.map((row) => toDocument(row, request.collection, reader)),
    checkpoint: planted('checkpoint-by-time') ? { ...checkpoint, rev: await newestWriter(sql) } : checkpoint,
    restart,
  }
}

const START: Checkpoint = { epoch: '', rev: '0', id: '' }

type Page = Pick<PullRequest, 'collection' | 'limit'> & { from: Checkpoint }

function readPage(sql: Sql, reader: string, { collection, limit, from }: Page) {
  return sql<Record<string, unknown>[]>`
    with page as materialized (
      select f.rev, f.id, f.gone from feed f
      where f.reader = ${reader}::uuid and f.collection = ${collection}
        and (f.rev, f.id) > (${from.rev}::text::xid8, ${from.id || NIL}::uuid)
        ${isUnbounded() ? sql`` : sql`and f.rev < pg_snapshot_xmin(pg_current_snapshot())`}
      order by f.rev, f.id limit ${Math.min(limit, LIMITS.pullDocuments)})
    select page.rev::text as "feedRev", page.id as "feedId", page.gone as "feedGone", d.*
    from page left join lateral (${VISIBLE[collection].columns(sql)}) d on not page.gone
    order by page.rev, page.id`
}

const isUnbounded = () => planted('unbounded-feed') || planted('checkpoint-by-time')

function toDocument(
  row: Record<string, unknown>,
  collection: PullRequest['collection'],
  reader: string,
): PullAnswer['documents'][number] {
  if (row.feedGone || row.id === null || row.id === undefined)
    return { id: row.feedId as string, _deleted: true }
  // written into the new document rather than spread around it: a first sync makes ten thousand of them
  return Object.assign(VISIBLE[collection].document(row, reader), { _deleted: false })
}

function checkpointAfter(rows: Record<string, unknown>[], from: Checkpoint): Checkpoint {
  const last = rows.at(-1)
  return last ? { epoch: from.epoch, rev: last.feedRev as string, id: last.feedId as string } : from
}

/**
 * At every start: numbers the feed anew where it came from another cluster, with a restored backup. Its revisions are
 * that cluster's transaction numbers, and here they may lie in the future, which no pull would reach. True when it did.
 */
export async function renewFeed(sql: Sql): Promise<boolean> {
  return inTransaction(sql, async (tx) => {
    const [kept] = await tx<{ isOurs: boolean }[]>`
      select epoch = app_epoch() as "isOurs" from feed_epoch for update`
    if (kept?.isOurs) return false
    // of two servers that meet a new database at once, the second finds the first one's row, and nothing was restored
    await tx`insert into feed_epoch (epoch) values (app_epoch())
      on conflict (only_row) do update set epoch = excluded.epoch, restored_at = app_now()
      where feed_epoch.epoch <> excluded.epoch`
    if (!kept) return false
    await tx`set local transaction_timeout = 0`
    await tx`update feed set rev = pg_current_xact_id()`
    return true
  })
}

/** The number of the newest transaction that has begun, as text: everything older may still be open. */
export async function newestWriter(sql: Sql): Promise<string> {
  const [row] = await sql<{ newest: string }[]>`
    select (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text as newest`
  return row?.newest ?? '0'
}

/** Which cluster this is; it differs after a restore. */
export async function epochOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ epoch: string }[]>`select app_epoch() as epoch`
  return row?.epoch ?? ''
}
