import type { Queryable, Sql } from './sql.ts'
import { inOneStatement, inTransaction } from './transaction.ts'

/** How far running servers have counted, kept in the database and beside it in the store of files. */
export type Beat = { generation: number; beat: number }

/**
 * What became of the database since a server last looked. `failed-over`: another timeline of the same cluster, after a
 * promotion or a restore to a point in time. `put-back`: an older state in the same place. `moved`: another cluster.
 */
export type Noticed = 'nothing' | 'failed-over' | 'put-back' | 'moved'

type Kept = { epoch: string; now: string; isHere: boolean; generation: number; beat: number }

/** Which state of which cluster this is; it differs after a restore, and after a standby took over. */
export async function epochOf(sql: Queryable): Promise<string> {
  const [row] = await sql<{ epoch: string }[]>`select app_epoch() as epoch`
  return row?.epoch ?? ''
}

/**
 * Notes what became of the database, at every start and whenever a pull or a beat meets an epoch that nobody has noted.
 * `beside` is what the store of files has kept: it is ahead where the database was put back.
 *
 * A revision is the number of a transaction of its cluster. In another cluster the feed is numbered anew, because the
 * old numbers may lie in the future, which no pull would reach. In the same one the numbers stay, and with them the
 * places of all devices that had seen nothing which may have been lost.
 */
export async function noticeEpoch(sql: Sql, beside: Beat | null = null): Promise<Noticed> {
  const seen = await readKept(sql)
  if (seen && changeOf(seen, beside) === 'nothing') return 'nothing'
  return inTransaction(sql, async (tx) => {
    const kept = await readKept(tx, tx`for update`)
    if (!kept) {
      // of two servers that meet a new database at once, the second finds the first one's row
      await tx`insert into feed_epoch (epoch, cluster) values (app_epoch(), app_cluster()) on conflict do nothing`
      return 'nothing'
    }
    const change = changeOf(kept, beside)
    if (change === 'nothing') return change
    if (change === 'moved') await numberAnew(tx)
    else await keepPast(tx, kept.epoch)
    if (change === 'put-back') await tx`update feed_epoch set generation = generation + 1`
    await tx`update feed_epoch set epoch = app_epoch(), cluster = app_cluster(), restored_at = app_now()`
    return change
  })
}

async function readKept(sql: Queryable, lock = sql``): Promise<Kept | undefined> {
  const [kept] = await sql<Kept[]>`
    select epoch, app_epoch() as now, cluster = app_cluster() as "isHere", generation, beat from feed_epoch ${lock}`
  return kept
}

function changeOf({ epoch, now, isHere, generation, beat }: Kept, beside: Beat | null): Noticed {
  if (!isHere) return 'moved'
  if (epoch !== now) return 'failed-over'
  return beside?.generation === generation && beside.beat > beat ? 'put-back' : 'nothing'
}

async function numberAnew(tx: Queryable): Promise<void> {
  await tx`set local transaction_timeout = 0`
  await tx`delete from feed_epoch_past`
  await tx`update feed_epoch set beat_xmin = null`
  await tx`update feed set rev = pg_current_xact_id()`
}

/** What was ended when the last beat that is here was written cannot be lost; of the rest anything may be. */
async function keepPast(tx: Queryable, epoch: string): Promise<void> {
  await tx`
    insert into feed_epoch_past (epoch, intact_below)
    select ${epoch}, beat_xmin from feed_epoch where beat_xmin is not null on conflict do nothing`
  await tx`
    update feed_epoch_past set intact_below = least(intact_below, feed_epoch.beat_xmin) from feed_epoch
    where feed_epoch.beat_xmin is not null`
}

/** Whether a place in the feed of a former epoch is good in this one: nothing a device had seen by then was lost. */
export async function isIntact(sql: Sql, place: { epoch: string; rev: string }): Promise<boolean> {
  const [past] = await sql`
    select from feed_epoch_past where epoch = ${place.epoch} and ${place.rev}::text::xid8 < intact_below`
  return past !== undefined
}

/** Counts on, and notes which transactions have ended. Null where the epoch is another one, which is to be noticed first. */
export async function beat(sql: Sql): Promise<Beat | null> {
  const [row] = await inOneStatement(
    sql,
    (one) => one<Beat[]>`
      update feed_epoch set beat = beat + 1, beat_xmin = pg_snapshot_xmin(pg_current_snapshot())
      where epoch = app_epoch() returning generation, beat`,
  )
  return row ?? null
}
